import type { Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import { isSameText } from '#server/settings/keyring.ts';
import { findAccount } from './accounts.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { freshSalt, hashPassword, saltOf } from './passwords.ts';
import { credentialFingerprint, type PendingVerification } from './pending-cookie.ts';

export type SignInResult =
  | { readonly kind: 'right'; readonly userId: string; readonly passwordHash: string }
  /** The password is right, the address not yet confirmed. */
  | { readonly kind: 'unverified'; readonly pending: PendingVerification }
  | { readonly kind: 'wrong' };

/**
 * Checks an address and its password. One query and one hash, whatever the answer (decisions §3.3): an unknown address
 * is hashed with a salt nobody has, and a shadow shares the salt of the account it shadows.
 */
export async function checkPassword(
  deps: AccountsDeps,
  { email, password }: { email: string; password: string },
): Promise<SignInResult> {
  const known = await findAccount(deps.db, email);
  const stored = known?.passwordHash ?? known?.shadowPasswordHash;
  const hash = await hashPassword(password, stored == null ? freshSalt() : saltOf(stored));
  const unverified = (userId: string): SignInResult => ({
    kind: 'unverified',
    pending: { userId, credential: credentialFingerprint(deps.keyring, hash) },
  });
  if (known?.passwordHash != null && isSameText(hash, known.passwordHash)) {
    return known.isVerified ? { kind: 'right', userId: known.id, passwordHash: hash } : unverified(known.id);
  }
  if (
    known?.shadowPasswordHash != null &&
    known.shadowId !== null &&
    isSameText(hash, known.shadowPasswordHash)
  ) {
    return unverified(known.shadowId);
  }
  return { kind: 'wrong' };
}

const findPassword = prepareQuery((db, value: Values<{ userId: string }>) =>
  db
    .selectFrom('accounts')
    .select('password')
    .where('provider_id', '=', 'credential')
    .where('account_id', '=', value('userId')),
);

/** Whether the password that was checked still counts. To be asked by who holds the account's row: a reset writes that first. */
export async function stillHasPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const [row] = await findPassword(tx, { userId });
  return row?.password === passwordHash;
}
