import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { isSameText } from '#server/settings/keyring.ts';
import { findAddress } from './address-password.ts';
import { freshSalt, hashPassword } from './passwords.ts';
import { browserColumns, findWaiting } from './sign-ups.ts';

export type SignInResult =
  | { readonly kind: 'right'; readonly userId: string; readonly passwordHash: string }
  /** The right password of a sign-up that waits: `browser` is the token of this browser's pending cookie. */
  | { readonly kind: 'unverified'; readonly browser: string }
  | { readonly kind: 'wrong' };

/** Checks an address and its password with two queries and one hash, whatever the answer (docs/product.md, "Privacy of accounts"). */
export async function checkPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
): Promise<SignInResult> {
  const known = await findAddress(deps.db, email);
  const hash = await hashPassword(password, known.salt ?? freshSalt());
  const now = deps.clock();
  const waiting = await findWaiting(deps.db, { email, passwordHash: hash }, now);
  const { userId, passwordHash } = known;
  if (userId !== undefined && passwordHash !== undefined && isSameText(hash, passwordHash))
    return { kind: 'right', userId, passwordHash };
  if (waiting === undefined) return { kind: 'wrong' };
  const browser = deps.newToken();
  const { numUpdatedRows } = await deps.db
    .updateTable('sign_ups')
    .set(browserColumns(browser, now))
    .where('id', '=', waiting.id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { kind: 'unverified', browser } : { kind: 'wrong' };
}

/** Whether the checked password still counts. Call it with the account's row locked: a reset writes that first. */
export async function stillHasPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.hash === passwordHash;
}
