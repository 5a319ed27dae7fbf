import type { Selectable } from 'kysely';
import { VERIFY_MAIL } from '#content/features/accounts.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { secondsAfter } from '#server/time.ts';
import { storePassword } from './address-password.ts';
import { SIGNED_UP } from './audit-actions.ts';
import { endOldestWaiting } from './confirmation-turns.ts';
import { hashToken } from './hashes.ts';
import type { SignUpsTable } from './tables.ts';
import { freshRecord, pickProfile } from './users.ts';

export type SignUp = Selectable<SignUpsTable>;

const DAY = 24 * 60 * 60;

/** A sign-up that is never confirmed is removed then. */
const SIGN_UP_SECONDS = 7 * DAY;
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
 *
 * @public
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

/**
 * Stores a sign-up and requests its mail; there is no account before the address is proved. Does the same work and
 * answers the same for every address (docs/product.md, "Privacy of accounts"; docs/decisions/0051).
 *
 * @param network keyed hash of where the request came from
 * @returns the token of the pending cookie
 */
export function signUp(
  deps: Deps,
  { password, ...given }: GivenToSignUp & { password: string },
): Promise<string> {
  return storePassword(deps, { emailOf: () => given.email, password }, (tx, passwordHash) =>
    storeSignUp(deps, tx, { ...given, passwordHash }),
  );
}

type GivenToSignUp = {
  readonly email: string;
  readonly network: string;
  /** The version of the notice that was shown. */
  readonly notice?: string | undefined;
  /** The age that was shown to be reached, where one is asked for. */
  readonly ageMet?: number | null;
};

/** To be called in a transaction that holds the address. */
export async function storeSignUp(
  deps: Pick<Deps, 'clock' | 'newId' | 'newToken' | 'keyring'>,
  tx: Tx,
  { email, passwordHash, network, notice = '', ageMet = null }: GivenToSignUp & { passwordHash: string },
): Promise<string> {
  const [id, browser, now] = [deps.newId(), deps.newToken(), deps.clock()];
  await endOldestWaiting(tx, email);
  const owner = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  await tx
    .insertInto('sign_ups')
    .values({
      id,
      email,
      password_hash: passwordHash,
      ...freshRecord(email, now),
      ...browserColumns(browser, now),
      attempts: 1,
      sent_at: now.toISOString(),
      taken: owner === undefined ? 0 : 1,
      expires_at: secondsAfter(now, SIGN_UP_SECONDS),
      notice,
      age_met: ageMet,
    })
    .execute();
  await requestMail(tx, { id: deps.newId(), mail: VERIFY_MAIL, to: email, userId: id, network }, now);
  await recordAction(deps, tx, {
    action: SIGNED_UP,
    actor: 'visitor',
    // An operator finds at the account what strangers did with its address.
    subject: owner?.id ?? id,
    detail: owner === undefined ? '' : 'address-taken',
  });
  return browser;
}
