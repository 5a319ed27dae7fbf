import type { Selectable } from 'kysely';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { pickProfile } from './record.ts';
import type { SignUpsTable } from './tables.ts';
import { hashToken } from './token-hash.ts';

export type SignUp = Selectable<SignUpsTable>;

const DAY = 24 * 60 * 60;

/** A sign-up that is never confirmed is removed then. */
export const SIGN_UP_SECONDS = 7 * DAY;
/** As long as the mailed link works: whoever confirms in the same browser need not type the password again. */
export const PENDING_SECONDS = DAY;

/** What is stored of the token in a browser's pending cookie (docs/product.md, "Sign-up"). */
export function browserColumns(token: string, now: Date): Pick<SignUp, 'browser' | 'browser_expires_at'> {
  return { browser: hashToken(token), browser_expires_at: secondsAfter(now, PENDING_SECONDS) };
}

/** The sign-up of a browser, by its pending cookie; also the stub of one that was confirmed. */
export function findSignUpOf(db: Db | Tx, browser: string, now: Date): Promise<SignUp | undefined> {
  const time = now.toISOString();
  return db
    .selectFrom('sign_ups')
    .selectAll()
    .where('browser', '=', hashToken(browser))
    .where('browser_expires_at', '>', time)
    .where('expires_at', '>', time)
    .executeTakeFirst();
}

/** The newest waiting sign-up of the address with this password. */
export function findWaiting(
  db: Db,
  { email, passwordHash }: { email: string; passwordHash: string },
  now: Date,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('sign_ups')
    .select('id')
    .where('email', '=', email)
    .where('password_hash', '=', passwordHash)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** To be called in the transaction that creates an account: sign-ups of the address can no longer become one. */
export async function markTaken(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('sign_ups')
    .set({ taken: 1, link_hash: null })
    .where('email', '=', email)
    .where('taken', '=', 0)
    .execute();
}

/**
 * The same for an account that comes from another address. Its password brings its salt along (docs/product.md, "Passwords"), so those of
 * the sign-ups, which have another salt, can no longer be asked for.
 */
export async function voidSignUps(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('sign_ups')
    .set({ taken: 1, link_hash: null, password_hash: '' })
    .where('email', '=', email)
    .execute();
}

/** The record, as it will be once the address is confirmed. */
export function recordOfSignUp(signUp: SignUp): UserRecord {
  const { id, email, created_at, updated_at } = signUp;
  return {
    id,
    email,
    ...pickProfile(signUp),
    created_at,
    updated_at,
    messages: [],
    last_login: null,
    login_count: 0,
    email_verified: false,
    verification_sent_at: signUp.sent_at,
    verification_attempts: signUp.attempts,
  };
}

export function secondsAfter(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1_000).toISOString();
}
