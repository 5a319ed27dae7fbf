import type { Selectable } from 'kysely';
import { z } from 'zod';
import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { VERIFICATION } from '#contract/limits.ts';
import type { PendingAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { type AuditActor, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { findRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { type Keyring, readSigned, signValue } from '#server/settings/keyring.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, timeAfter } from '#server/time.ts';
import { CONFIRMATION_RESENT, SIGNED_UP } from './audit-actions.ts';
import { areConfirmationsUsedUp, endOldestWaiting } from './confirmation-turns.ts';
import { hashToken } from './hashes.ts';
import { storePassword } from './passwords.ts';
import { LINK_MS } from './requested-mails.ts';
import type { SignUpsTable } from './tables.ts';
import { newRecord, pickProfile } from './users.ts';

export type SignUp = Selectable<SignUpsTable>;

const SIGN_UP_MS = 7 * DAY_MS;
/**
 * How long a browser counts as the browser that signed up: as long as the mailed link is valid. So nobody who opens the link in
 * this browser has to choose a new password.
 */
export const PENDING_MS = LINK_MS.confirm;

export function browserColumns(token: string, now: Date): Pick<SignUp, 'browser' | 'browser_expires_at'> {
  return { browser: hashToken(token), browser_expires_at: timeAfter(now, PENDING_MS) };
}

/** Finds the sign-up of a browser, also if it is already confirmed. */
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

/** Marks all sign-ups of an address as no longer confirmable. Call this in the transaction that creates the address's account. */
export async function markTaken(tx: Tx, email: string): Promise<void> {
  await updateRows(tx, 'sign_ups', { email, taken: 0 }, { taken: 1, link_hash: null });
}

/**
 * Removes the passwords of sign-ups with this address when an account moves to it, because the account's password has another salt.
 * @public
 */
export async function voidSignUps(tx: Tx, email: string): Promise<void> {
  await updateRows(tx, 'sign_ups', { email }, { taken: 1, link_hash: null, password_hash: '' });
}

/** The user record that the account will have once the sign-up is confirmed. */
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
 * Stores a sign-up and requests its mail. Does equal work for every address, so that timing reveals no account (docs/product.md,
 * "Privacy of accounts"; docs/decisions/0051).
 * @param network keyed hash of the caller's network
 * @returns the token for the cookie `pending_verification`
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
  readonly notice?: string | undefined;
  readonly ageMet?: number | null;
};

/** Stores a sign-up. Call it in a transaction that has locked the address. */
export async function storeSignUp(
  deps: Deps,
  tx: Tx,
  { email, passwordHash, network, notice = '', ageMet = null }: GivenToSignUp & { passwordHash: string },
): Promise<string> {
  const [id, browser, now] = [deps.newId(), deps.newToken(), deps.clock()];
  await endOldestWaiting(tx, email);
  const owner = await findRow(tx, 'users', ['id'], { email });
  await insertRow(tx, 'sign_ups', {
    id,
    email,
    password_hash: passwordHash,
    ...newRecord(email, now),
    ...browserColumns(browser, now),
    attempts: 1,
    sent_at: now.toISOString(),
    taken: owner === undefined ? 0 : 1,
    expires_at: timeAfter(now, SIGN_UP_MS),
    notice,
    age_met: ageMet,
  });
  await requestMail(deps, tx, { mail: VERIFY_MAIL, to: email, userId: id, network });
  await recordAction(deps, tx, {
    action: SIGNED_UP,
    actor: 'visitor',
    // If the address has an account, the audit line names it, so that the account's history shows operators the stranger's sign-up.
    subject: owner?.id ?? id,
    detail: owner === undefined ? '' : 'address-taken',
  });
  return browser;
}

type ResendState =
  | { readonly kind: 'may-send' }
  | { readonly kind: 'exhausted' }
  /** `minutes`: 5 minus the whole minutes since the last mail, at least 1. `seconds`: the exact wait, rounded up. */
  | { readonly kind: 'too-soon'; readonly minutes: number; readonly seconds: number };

export function resendState(
  { attempts, sent_at }: { attempts: number; sent_at: string },
  now: Date,
): ResendState {
  if (attempts >= VERIFICATION.maxAttempts) return { kind: 'exhausted' };
  const elapsed = Math.max(0, now.getTime() - Date.parse(sent_at));
  const wait = VERIFICATION.minutesBetween * MINUTE_MS;
  if (elapsed >= wait) return { kind: 'may-send' };
  const minutes = Math.max(1, VERIFICATION.minutesBetween - Math.floor(elapsed / MINUTE_MS));
  return { kind: 'too-soon', minutes, seconds: Math.ceil((wait - elapsed) / 1_000) };
}

/** This browser's unconfirmed sign-up, for the "check your inbox" screen; null without one. */
export async function pendingSignUp({ db, clock }: Deps, browser: string): Promise<PendingAnswer['data']> {
  const now = clock();
  const signUp = await findSignUpOf(db, browser, now);
  if (signUp === undefined || signUp.confirmed_at !== null) return null;
  const { email } = signUp;
  const state = resendState(signUp, now);
  if (state.kind === 'exhausted') return { email, secondsToResend: null };
  return { email, secondsToResend: state.kind === 'too-soon' ? state.seconds : 0 };
}

export type ResendResult =
  | { readonly kind: 'sent' | 'already-verified' | 'nobody' | 'used-up' }
  | Exclude<ResendState, { kind: 'may-send' }>;

/**
 * Requests another mail for this browser's sign-up. Reads no other sign-up, so the answer reveals nothing about the sign-ups of
 * others.
 */
export function resendVerification(
  deps: Deps,
  { browser, network }: { browser: string | undefined; network: string },
): Promise<ResendResult> {
  const find = async (now: Date) => (browser === undefined ? undefined : findSignUpOf(deps.db, browser, now));
  return resend(deps, find, { network });
}

/** Resends the mail for an operator, within the usual limits. @public */
export function resendBySignUp(deps: Deps, id: string, by: AuditActor): Promise<ResendResult> {
  const find = (now: Date) =>
    deps.db
      .selectFrom('sign_ups')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
  return resend(deps, find, { by });
}

type Requester = { readonly network?: string; readonly by?: AuditActor };

async function resend(
  deps: Deps,
  find: (now: Date) => Promise<SignUp | undefined>,
  requester: Requester,
): Promise<ResendResult> {
  const { network = '', by } = requester;
  const now = deps.clock();
  const signUp = await find(now);
  if (signUp === undefined) return { kind: 'nobody' };
  if (signUp.confirmed_at !== null) return { kind: 'already-verified' };
  const state = resendState(signUp, now);
  if (state.kind !== 'may-send') return state;
  const { id, email, attempts } = signUp;
  if (await areConfirmationsUsedUp(deps, email, { network, userId: id })) return { kind: 'used-up' };
  const isRequested = await deps.db.transaction().execute(async (tx) => {
    // This update matches no row if a concurrent request was counted first, or the sign-up was confirmed first.
    const unchanged = { id, attempts, confirmed_at: null };
    const counted = { attempts: attempts + 1, sent_at: now.toISOString() };
    if ((await updateRows(tx, 'sign_ups', unchanged, counted)) !== 1) return false;
    await requestMail(deps, tx, { mail: VERIFY_MAIL, to: email, userId: id, network });
    if (by !== undefined) await recordAction(deps, tx, { ...by, action: CONFIRMATION_RESENT, subject: id });
    return true;
  });
  return isRequested ? { kind: 'sent' } : resend(deps, find, requester);
}

/** The milliseconds for which a proof of age in the cookie allows a sign-up, including one through a provider. */
export const AGE_MS = HOUR_MS;

const AGE_PURPOSE = 'age-met';

/** The signed value of the cookie that proves an age: the minimum age and an expiry time, but not the date of birth. */
export function signAge(keyring: Keyring, minimumAge: number, now: Date): string {
  return signValue(keyring, AGE_PURPOSE, minimumAge, now.getTime() + AGE_MS);
}

export type ProvedAge = { readonly met: number; readonly minimum: number };

/** `met`: the age that the browser's cookie proves, 0 for none. `minimum`: the age that the site requires. */
export function provedAge({ keyring, clock, settings }: AppDeps, cookie: string | undefined): ProvedAge {
  const met = readSigned(keyring, AGE_PURPOSE, cookie, { schema: z.number(), now: clock() }) ?? 0;
  return { met, minimum: settings.minimumAge };
}
