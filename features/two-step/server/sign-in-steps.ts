import { TRUSTED_DAYS } from '#content/durations.ts';
import { SECOND_STEP_REFUSED } from '#features/accounts/server/audit-actions.ts';
import { refuseClosedOrFrozen } from '#features/accounts/server/closed-accounts.ts';
import { spendCode } from '#features/accounts/server/codes.ts';
import { rememberBrowser } from '#features/accounts/server/devices.ts';
import { stillCounts } from '#features/accounts/server/factors.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { type Browser, createSessionIn, type SignedIn } from '#features/accounts/server/sessions.ts';
import type { SecondStep } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { SECOND_STEP_ENDED } from '#features/two-step/refusals.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { deleteRows, insertRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { DAY_MS, MINUTE_MS, timeAfter } from '#server/time.ts';
import type { SignInStepsTable } from './tables.ts';

/** How long a sign-in waits for its code. The person needs time to find the phone. */
const STEP_MS = 10 * MINUTE_MS;
/** The maximum number of codes that may be tried in one sign-in: as many as an account allows in its time window. */
const MAX_TRIES = ACCOUNT_LIMITS.codesPerAccount.points;

export const beginSignInStep: SecondStep['begin'] = (deps, { userId, proof, remember }) =>
  deps.db.transaction().execute(async (tx) => {
    const step = deps.newToken();
    if (!(await lockUser(tx, userId))) throw new ConflictError();
    if (!(await proof.spend(tx))) throw new ConflictError();
    await insertRow(tx, 'sign_in_steps', {
      token_hash: hashToken(step),
      user_id: userId,
      way: proof.way,
      credential: proof.credential,
      remember: remember ? 1 : 0,
      tries: 0,
      expires_at: timeAfter(deps.clock(), STEP_MS),
    });
    return { step, ms: STEP_MS };
  });

type Step = Pick<SignInStepsTable, 'token_hash' | 'user_id' | 'way' | 'credential' | 'remember'>;

/** Counts a try. Refuses with SECOND_STEP_ENDED if the sign-in has ended or had too many tries. */
export async function takeSignInStep({ db, clock }: Deps, token: string | undefined): Promise<Step> {
  if (token === undefined) refuse(SECOND_STEP_ENDED);
  const step = await db
    .updateTable('sign_in_steps')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', clock().toISOString())
    .where('tries', '<', MAX_TRIES)
    .returning(['token_hash', 'user_id', 'way', 'credential', 'remember'])
    .executeTakeFirst();
  return step ?? refuse(SECOND_STEP_ENDED);
}

export const TRUSTED_MS = TRUSTED_DAYS * DAY_MS;

type FinishedSignIn = {
  readonly signedIn: SignedIn;
  readonly trusted: string | undefined;
  /** Undefined if the person typed a code of the authenticator app. */
  readonly recoveryCodesLeft: number | undefined;
};

/**
 * Signs the person in with a code. Undefined for a wrong code, which is recorded. Only a successful sign-in uses the code
 * up. Refuses with ACCOUNT_CLOSED, ACCOUNT_FROZEN or SECOND_STEP_ENDED.
 */
export async function finishSignIn(
  deps: Deps,
  step: Step,
  { code, trust }: { code: string; trust: boolean },
  browser: Browser,
): Promise<FinishedSignIn | undefined> {
  const { token_hash, user_id: userId } = step;
  const used = { way: step.way, credential: step.credential ?? '' };
  const spend = async (tx: Tx) =>
    (await deleteRows(tx, 'sign_in_steps', { token_hash })) === 1 && stillCounts(deps, tx, userId, used);
  const person = {
    userId,
    proof: { ...used, strength: 'first', spend },
    remember: step.remember === 1,
  } as const;
  try {
    const finished = await deps.db.transaction().execute(async (tx) => {
      // The account is locked first, in the same order as resets and deletions, to avoid deadlocks.
      if (!(await lockUser(tx, userId))) return undefined;
      const spent = await spendCode(deps, tx, userId, code);
      if (spent === undefined) return undefined;
      const signedIn = await createSessionIn(deps, tx, person, browser, { withCode: true });
      const trusting = { userId, token: browser.trusted, ms: TRUSTED_MS };
      const trusted = trust ? await rememberBrowser(deps, tx, 'trusted_browsers', trusting) : undefined;
      return { signedIn, trusted: trusted?.token, ...spent };
    });
    if (finished === undefined)
      await recordAlone(deps, { action: SECOND_STEP_REFUSED, actor: 'visitor', subject: userId });
    return finished;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await refuseClosedOrFrozen(deps, deps.db, userId);
    return refuse(SECOND_STEP_ENDED);
  }
}
