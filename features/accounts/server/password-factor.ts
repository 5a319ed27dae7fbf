import type { Db, Tx } from '#server/database/database.ts';
import { findRow, hasRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { isSameText } from '#server/settings/keyring.ts';
import type { Evidence, Factor } from './factors.ts';
import { findAddress, freshSalt, hashPassword, isPassword } from './passwords.ts';
import { browserColumns, findWaiting } from './sign-ups.ts';

type SignInResult =
  | { readonly kind: 'right'; readonly userId: string; readonly passwordHash: string }
  /** The password belongs to an unconfirmed sign-up. `browser` is the new token for the cookie of that sign-up. */
  | { readonly kind: 'unverified'; readonly browser: string }
  | { readonly kind: 'wrong' };

/** Checks an address and password with two queries and one hash in every case, so timing reveals no account. */
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
  const unconfirmed = { id: waiting.id, confirmed_at: null };
  const kept = await updateRows(deps.db, 'sign_ups', unconfirmed, browserColumns(browser, now));
  return kept === 1 ? { kind: 'unverified', browser } : { kind: 'wrong' };
}

/**
 * Whether the account still has this password. Call it with the account's row locked, so that no reset can change the password at
 * the same time.
 */
async function stillHasPassword(tx: Tx, userId: string, passwordHash: string): Promise<boolean> {
  const row = await findRow(tx, 'passwords', ['hash'], { user_id: userId });
  return row?.hash === passwordHash;
}

export const hasPassword = (db: Db | Tx, userId: string) => hasRow(db, 'passwords', { user_id: userId });

export const passwordFactor: Factor = {
  strength: 'first',
  signIn: {
    isWay: (way) => way === 'password',
    ways: async (db, userId) => ((await hasPassword(db, userId)) ? ['password'] : []),
    stillCounts: (tx, userId, { credential }) => stillHasPassword(tx, userId, credential),
  },
};

export function passwordEvidence(userId: string, passwordHash: string): Evidence {
  return {
    way: 'password',
    credential: passwordHash,
    strength: 'first',
    spend: (tx) => stillHasPassword(tx, userId, passwordHash),
  };
}

/**
 * Checks a typed password. Undefined for a wrong password, or if the account has no password. Always computes one hash, so
 * timing reveals nothing.
 */
export async function checkTyped(db: Db, userId: string, typed: string): Promise<Evidence | undefined> {
  const known = await findRow(db, 'passwords', ['hash'], { user_id: userId });
  if (!(await isPassword(typed, known?.hash)) || known === undefined) return undefined;
  return passwordEvidence(userId, known.hash);
}
