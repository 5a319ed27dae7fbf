import { EMPTY_PROFILE } from '#contract/profile-fields.ts';
import type { LinkAnswer } from '#features/accounts/bodies.ts';
import { BIRTH_DATE_NEEDED, LINK_NOT_VALID, PASSWORD_NEEDED } from '#features/accounts/refusals.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError, retryOnConflict } from '#server/database/errors.ts';
import { insertRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { EMAIL_CONFIRMED } from './audit-actions.ts';
import { findSignInMethods, isGuarded } from './factors.ts';
import { hashToken } from './hashes.ts';
import { passwordEvidence } from './password-factor.ts';
import { findResetLink } from './password-reset.ts';
import { lockAddress, setPassword, storePassword } from './passwords.ts';
import { recordSeen } from './record-notice.ts';
import { type Browser, createSessionIn, type SignedIn } from './sessions.ts';
import type { ProvedAge } from './sign-ups.ts';
import { markTaken, type SignUp } from './sign-ups.ts';
import { undoOf } from './slots.ts';
import { newRecord, pickProfile } from './users.ts';

/** `signedIn` is undefined if another browser made the sign-up. */
type Confirmed = { readonly email: string; readonly signedIn: SignedIn | undefined };

type Confirmation = {
  readonly token: string;
  readonly password: string | undefined;
  /** The token of the cookie `pending_verification`, which a sign-up sets in its browser. */
  readonly pending: string | undefined;
  readonly browser: Browser;
  readonly notice: string | undefined;
  readonly age: ProvedAge;
};

/**
 * Turns a sign-up into an account. If this browser made the sign-up, the account keeps the password and the profile of the sign-up,
 * and the person is signed in. Otherwise a stranger may have made the sign-up, so the owner of the mailbox chooses a password, and
 * the account gets an empty profile (docs/product.md, "Confirmation"). Refuses with LINK_NOT_VALID, PASSWORD_NEEDED or
 * BIRTH_DATE_NEEDED.
 */
export function confirmSignUp(
  deps: Deps,
  { token, password, pending, browser, notice, age }: Confirmation,
): Promise<Confirmed> {
  return retryOnConflict(async () => {
    const signUp = (await findByLink(deps, token)) ?? refuse(LINK_NOT_VALID);
    const { email } = signUp;
    const move = await undoOf(deps)?.findMoveFrom(deps.db, email, deps.clock());
    if (move !== undefined) refuse(LINK_NOT_VALID);
    const isOwn = isOwnSignUp(signUp, pending);
    if (!isOwn && password === undefined) refuse(PASSWORD_NEEDED);
    if (needsBirthDate(signUp, isOwn, age)) refuse(BIRTH_DATE_NEEDED);
    const create = (tx: Tx, passwordHash: string) =>
      createAccount(deps, tx, signUp, { passwordHash, owner: isOwn ? browser : undefined, notice, age });
    if (password !== undefined)
      return { email, signedIn: await storePassword(deps, { emailOf: () => email, password }, create) };
    const signedIn = await deps.db.transaction().execute(async (tx) => {
      await lockAddress(tx, email);
      return create(tx, signUp.password_hash);
    });
    return { email, signedIn };
  });
}

function isOwnSignUp({ browser }: SignUp, pending: string | undefined): boolean {
  return pending !== undefined && browser === hashToken(pending);
}

/**
 * Whether the person must enter a date of birth before the address is confirmed. An age that was proved in another browser does
 * not count.
 */
function needsBirthDate({ age_met }: SignUp, isOwn: boolean, { met, minimum }: Confirmation['age']): boolean {
  return Math.max(met, isOwn ? (age_met ?? 0) : 0) < minimum;
}

/** Finds the sign-up of a mailed link. The link is not used up. */
function findByLink({ db, clock }: Deps, token: string): Promise<SignUp | undefined> {
  const time = clock().toISOString();
  return db
    .selectFrom('sign_ups')
    .selectAll()
    .where('link_hash', '=', hashToken(token))
    .where('link_expires_at', '>', time)
    .where('expires_at', '>', time)
    .where('taken', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('id').whereRef('users.email', '=', 'sign_ups.email'))),
    )
    .executeTakeFirst();
}

type NewAccount = Pick<Confirmation, 'notice' | 'age'> & {
  readonly owner: Browser | undefined;
  readonly passwordHash: string;
};

/**
 * Throws `ConflictError` when another request has used or replaced the link. `owner` is set only if the browser that confirms the
 * address also signed up.
 */
async function createAccount(
  deps: Deps,
  tx: Tx,
  { id, email, link_hash, browser }: SignUp,
  { owner, passwordHash, notice, age }: NewAccount,
): Promise<SignedIn | undefined> {
  const isOwn = owner !== undefined;
  const now = deps.clock();
  const time = now.toISOString();
  // This update locks the sign-up's row. The account gets all profile data that were saved before, and later saves find no
  // sign-up.
  const signUp = await tx
    .updateTable('sign_ups')
    .set({ link_hash: null, ...(isOwn ? { confirmed_at: time } : {}) })
    .where('id', '=', id)
    .where('link_hash', '=', link_hash)
    .where('browser', '=', browser)
    .where('taken', '=', 0)
    .returningAll()
    .executeTakeFirst();
  if (signUp === undefined || (await undoOf(deps)?.findMoveFrom(tx, email, now)) !== undefined)
    throw new ConflictError();
  const { created_at, updated_at, attempts, sent_at } = signUp;
  const userId = isOwn ? id : deps.newId();
  await insertRow(tx, 'users', {
    id: userId,
    email,
    ...(isOwn ? { ...pickProfile(signUp), created_at, updated_at } : newRecord(email, now)),
    verification_attempts: attempts,
    verification_sent_at: sent_at,
    login_count: 0,
    age_met: age.minimum === 0 ? null : age.minimum,
  });
  const seen = isOwn ? { version: signUp.notice, at: created_at } : { version: notice, at: time };
  await recordSeen(deps, tx, { notice: 'sign-up', ...seen }, { user_id: userId });
  await setPassword(tx, userId, passwordHash, now);
  // The sign-up's row is kept only to tell the browser that the address is confirmed, so its personal data are emptied.
  if (isOwn) await updateRows(tx, 'sign_ups', { id }, { email: '', password_hash: '', ...EMPTY_PROFILE });
  await markTaken(tx, email);
  await recordAction(deps, tx, { ...byOwner({ userId }), action: EMAIL_CONFIRMED });
  if (!isOwn) return undefined;
  const proof = passwordEvidence(userId, passwordHash);
  return createSessionIn(deps, tx, { userId, proof, remember: false }, owner);
}

/**
 * What the page of a mailed link may show; null for a link that no longer works. The page may show the address, because only the
 * owner of the mailbox has the token.
 */
export async function describeLink(
  deps: Deps,
  { token, pending, age }: Pick<Confirmation, 'token' | 'pending' | 'age'>,
): Promise<LinkAnswer['data']> {
  const signUp = await findByLink(deps, token);
  if (signUp !== undefined) {
    const isOwn = isOwnSignUp(signUp, pending);
    const asks = needsBirthDate(signUp, isOwn, age) ? ({ needsBirthDate: true } as const) : {};
    return { email: signUp.email, needsPassword: !isOwn, ...asks };
  }
  const reset = await findResetLink(deps, token);
  if (reset !== undefined) {
    const { userId, email } = reset;
    if (!(await isGuarded(deps, deps.db, userId))) return { email, needsPassword: true };
    const methods = await findSignInMethods(deps, deps.db, userId);
    const canSignIn = methods.some((method) => method !== 'password');
    return { email, needsPassword: true, guarded: { canSignIn } };
  }
  for (const { describeLink } of deps.features) {
    const link = await describeLink?.(deps, token);
    if (link !== undefined) return { ...link, needsPassword: false };
  }
  return null;
}
