import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { ConflictError, retryOnConflict } from '#server/database/errors.ts';
import type { Deps } from '#server/feature.ts';
import { freshSalt, hashPassword, saltOf } from './passwords.ts';

type KnownAddress = {
  readonly userId: string | undefined;
  /** Undefined for accounts that only sign in with a provider. */
  readonly passwordHash: string | undefined;
  /** The salt of all passwords of this address, the account's and those of waiting sign-ups. */
  readonly salt: Buffer | undefined;
};

/** One query for every address, with or without an account. */
export async function findAddress(db: Db | Tx, email: string): Promise<KnownAddress> {
  const row = await db
    .selectNoFrom(({ fn, selectFrom, val }) => {
      const userId = selectFrom('users').select('id').where('email', '=', email);
      return [
        userId.as('userId'),
        selectFrom('passwords')
          .select('hash')
          // Looked for also where there is no account, so that every address costs the same.
          .where('user_id', '=', fn.coalesce(userId, val('nobody')))
          .as('passwordHash'),
        selectFrom('sign_ups')
          .select('password_hash')
          .where('email', '=', email)
          // A void sign-up has none.
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

/** Serialises everything that creates an account or a sign-up for the address, until the transaction ends. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await advisoryLock(tx, `address ${email}`);
}

/**
 * The same for several, in an order of their own, so that two never wait for each other.
 *
 * @public
 */
export async function lockAddresses(tx: Tx, emails: readonly string[]): Promise<void> {
  for (const email of emails.toSorted()) await lockAddress(tx, email);
}

/**
 * Hashes a new password with the one salt of its address and stores it under the lock of the address: a sign-in then
 * costs one hash, however many sign-ups wait there (docs/product.md, "Passwords"). Retries when the salt changed meanwhile.
 *
 * @param emailOf the address; asked again for another try
 */
export function storePassword<T>(
  { db }: Pick<Deps, 'db'>,
  { emailOf, password }: { emailOf: () => string | Promise<string>; password: string },
  store: (tx: Tx, passwordHash: string, email: string) => Promise<T>,
): Promise<T> {
  let made: { readonly salt: Buffer; readonly hash: string } | undefined;
  return retryOnConflict(async () => {
    const email = await emailOf();
    const salt = (await findAddress(db, email)).salt ?? made?.salt ?? freshSalt();
    // A hash is dear: another try makes another one only where it has to.
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
