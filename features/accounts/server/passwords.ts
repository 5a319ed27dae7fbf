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

/** The parameters of password hashing (docs/product.md, "Passwords"). `memory` is in KiB. */
export const ARGON2ID = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const PREFIX = `$argon2id$v=19$m=${ARGON2ID.memory},t=${ARGON2ID.passes},p=${ARGON2ID.parallelism}$`;

const UNPADDED = { omitPadding: true };

const argon2Async = promisify(argon2);

/** The default size of Node's thread pool. */
const POOL_THREADS = 4;
/**
 * Runs as many hashes at once as there are cores. Each hash takes 19 MiB and one thread of the pool that the whole process
 * shares.
 */
const limit = pLimit(Math.min(availableParallelism(), POOL_THREADS));
/** The maximum number of waiting hashes: about two seconds of work on a small machine. Further requests are refused at once. */
export const MOST_WAITING_HASHES = 100;
const BUSY = { retryAfter: 5 };

export function freshSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/** Hashes a password to a PHC string. Refuses with TOO_BUSY when too many hashes wait, or the client has already disconnected. */
export async function hashPassword(password: string, salt: Buffer): Promise<string> {
  const message = password.normalize('NFKC');
  if (limit.pendingCount >= MOST_WAITING_HASHES) refuse(TOO_BUSY, BUSY);
  const hash = await limit(() => {
    if (hasClientGone()) refuse(TOO_BUSY, BUSY);
    return argon2Async('argon2id', { message, nonce: salt, ...ARGON2ID });
  });
  return `${PREFIX}${salt.toBase64(UNPADDED)}$${hash.toBase64(UNPADDED)}`;
}

/** Whether a password matches a PHC string. Computes a hash even without a PHC string, so timing reveals no account. */
export async function isPassword(typed: string, phc: string | undefined): Promise<boolean> {
  const hash = await hashPassword(typed, phc === undefined ? freshSalt() : saltOf(phc));
  return phc !== undefined && isSameText(hash, phc);
}

/** Returns the salt of a PHC string. Throws for a PHC string that this site did not make. */
export function saltOf(phc: string): Buffer {
  if (!phc.startsWith(PREFIX)) throw new Error('The stored password hash has an unknown format.');
  return Buffer.from(phc.slice(PREFIX.length).split('$', 1)[0] ?? '', 'base64');
}

export async function setPassword(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  const password = { hash, updated_at: now.toISOString() };
  await tx
    .insertInto('passwords')
    .values({ user_id: userId, ...password })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(password))
    .execute();
}

type KnownAddress = {
  readonly userId: string | undefined;
  /** The stored hash. An account that signs in only with a provider has none. */
  readonly passwordHash: string | undefined;
  /** The account's password and all unconfirmed sign-ups of the address share this salt. */
  readonly salt: Buffer | undefined;
};

/** Reads what is stored about an address with a single query, the same for every address, so that timing reveals no account. */
export async function findAddress(db: Db | Tx, email: string): Promise<KnownAddress> {
  const row = await db
    .selectNoFrom(({ fn, selectFrom, val }) => {
      const userId = selectFrom('users').select('id').where('email', '=', email);
      return [
        userId.as('userId'),
        selectFrom('passwords')
          .select('hash')
          // The subquery runs even without an account, so that every address takes equally long.
          .where('user_id', '=', fn.coalesce(userId, val('nobody')))
          .as('passwordHash'),
        selectFrom('sign_ups')
          .select('password_hash')
          .where('email', '=', email)
          // Leaves out sign-ups that can no longer be confirmed. They have an empty password hash.
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

/** The lock lasts until the transaction ends, so that accounts and sign-ups of an address are created one after another. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await advisoryLock(tx, `address ${email}`);
}

/** Locks the addresses in sorted order, to avoid deadlocks. @public */
export async function lockAddresses(tx: Tx, emails: readonly string[]): Promise<void> {
  for (const email of emails.toSorted()) await lockAddress(tx, email);
}

/**
 * Hashes a new password and stores it. All sign-ups of an address share a salt, so that a sign-in costs one hash
 * (docs/product.md, "Passwords"). Tries again if a concurrent request changed the salt.
 * @param emailOf returns the current address; called again for each try
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
    // Hashing is slow, so a retry uses the same hash again unless the salt has changed.
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
