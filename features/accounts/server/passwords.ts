import { argon2, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { TOO_BUSY } from '#features/accounts/refusals.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { ConflictError, retryOnConflict } from '#server/database/errors.ts';
import type { Deps } from '#server/feature.ts';
import { hasClientGone } from '#server/http/client-address.ts';
import { refuse } from '#server/http/refusal.ts';
import { isSameText } from '#server/settings/keyring.ts';

/** docs/product.md, "Passwords". `memory` is in KiB. */
export const ARGON2ID = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const PREFIX = `$argon2id$v=19$m=${ARGON2ID.memory},t=${ARGON2ID.passes},p=${ARGON2ID.parallelism}$`;

const argon2Async = promisify(argon2);

/** Node's default number of threads. */
const POOL_THREADS = 4;
/** One hash per core: each takes 19 MiB and a thread of the pool that the whole process shares. */
const limit = pLimit(Math.min(availableParallelism(), POOL_THREADS));
/** About two seconds of hashing on a small machine; further requests are refused at once. */
export const MOST_WAITING_HASHES = 100;
const BUSY = { retryAfter: 5 };

export function freshSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/**
 * The hash as a PHC string, made in the thread pool. Refuses with TOO_BUSY when too many wait, or when the client left before its
 * turn.
 */
export async function hashPassword(password: string, salt: Buffer): Promise<string> {
  const message = password.normalize('NFKC');
  if (limit.pendingCount >= MOST_WAITING_HASHES) refuse(TOO_BUSY, BUSY);
  const hash = await limit(() => {
    if (hasClientGone()) refuse(TOO_BUSY, BUSY);
    return argon2Async('argon2id', { message, nonce: salt, ...ARGON2ID });
  });
  return `${PREFIX}${unpadded(salt)}$${unpadded(hash)}`;
}

/** Whether the password matches this PHC string. Computes one hash even without a PHC string. */
export async function isPassword(typed: string, phc: string | undefined): Promise<boolean> {
  const hash = await hashPassword(typed, phc === undefined ? freshSalt() : saltOf(phc));
  return phc !== undefined && isSameText(hash, phc);
}

/** The salt of one of our PHC strings. Throws for any other string. */
export function saltOf(phc: string): Buffer {
  if (!phc.startsWith(PREFIX)) throw new Error('The stored password hash has an unknown format.');
  return Buffer.from(phc.slice(PREFIX.length).split('$', 1)[0] ?? '', 'base64');
}

/** Sets the password, whether or not the account had one. */
export async function setPassword(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  const password = { hash, updated_at: now.toISOString() };
  await tx
    .insertInto('passwords')
    .values({ user_id: userId, ...password })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(password))
    .execute();
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

type KnownAddress = {
  readonly userId: string | undefined;
  /** Undefined if the account only signs in with a provider. */
  readonly passwordHash: string | undefined;
  /** The one salt of this address: of the account's password and those of unconfirmed sign-ups. */
  readonly salt: Buffer | undefined;
};

/** One query, with or without an account. */
export async function findAddress(db: Db | Tx, email: string): Promise<KnownAddress> {
  const row = await db
    .selectNoFrom(({ fn, selectFrom, val }) => {
      const userId = selectFrom('users').select('id').where('email', '=', email);
      return [
        userId.as('userId'),
        selectFrom('passwords')
          .select('hash')
          // Runs without an account too, so that every address takes as long.
          .where('user_id', '=', fn.coalesce(userId, val('nobody')))
          .as('passwordHash'),
        selectFrom('sign_ups')
          .select('password_hash')
          .where('email', '=', email)
          // Sign-ups that can no longer be confirmed have none.
          .where('password_hash', '>', '')
          .limit(1)
          .as('waitingHash'),
      ];
    })
    .executeTakeFirst();
  const passwordHash = row?.passwordHash ?? undefined;
  const hash = passwordHash ?? row?.waitingHash ?? undefined;
  return {
    userId: row?.userId ?? undefined,
    passwordHash,
    salt: hash === undefined ? undefined : saltOf(hash),
  };
}

/** Locks the address until the transaction ends: accounts and sign-ups for it are created one after another. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await advisoryLock(tx, `address ${email}`);
}

/** Locks several addresses in a fixed order, so that two callers never wait for each other. @public */
export async function lockAddresses(tx: Tx, emails: readonly string[]): Promise<void> {
  for (const email of emails.toSorted()) await lockAddress(tx, email);
}

/**
 * Hashes a new password with the salt of its address and stores it with the address locked. With one salt, a sign-in costs one
 * hash, however many sign-ups wait (docs/product.md, "Passwords"). Tries again if a concurrent request changed the salt.
 *
 * @param emailOf called again for each try
 */
export function storePassword<T>(
  { db }: Deps,
  { emailOf, password }: { emailOf: () => string | Promise<string>; password: string },
  store: (tx: Tx, passwordHash: string, email: string) => Promise<T>,
): Promise<T> {
  let made: { readonly salt: Buffer; readonly hash: string } | undefined;
  return retryOnConflict(async () => {
    const email = await emailOf();
    const salt = (await findAddress(db, email)).salt ?? made?.salt ?? freshSalt();
    // Hashing is slow: repeated only if the salt changed.
    if (made?.salt.equals(salt) !== true) made = { salt, hash: await hashPassword(password, salt) };
    const { hash: passwordHash } = made;
    return db.transaction().execute(async (tx) => {
      await lockAddress(tx, email);
      const current = (await findAddress(tx, email)).salt;
      if (current !== undefined && !current.equals(salt)) throw new ConflictError();
      return store(tx, passwordHash, email);
    });
  });
}
