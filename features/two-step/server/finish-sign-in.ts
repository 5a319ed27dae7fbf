import { TRUSTED_DAYS } from '#contract/limits.ts';
import { refuseClosedOrFrozen } from '#features/accounts/server/closed-accounts.ts';
import { withCode } from '#features/accounts/server/codes.ts';
import { rememberBrowserIn } from '#features/accounts/server/devices.ts';
import { type Browser, createSessionIn, type SignedIn } from '#features/accounts/server/sessions.ts';
import { SECOND_STEP_ENDED } from '#features/two-step/refusals.ts';
import { ConflictError } from '#server/database/errors.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { type Step, spendSignInStep } from './sign-in-steps.ts';

export const TRUSTED_SECONDS = TRUSTED_DAYS * 24 * 60 * 60;

/** Remembers that this browser needs no code for the account. */
const trustBrowser = rememberBrowserIn('trusted_browsers', TRUSTED_SECONDS);

/**
 * Signs in who has brought the code, which is used up only by that. Undefined for a wrong code. Refuses with ACCOUNT_CLOSED,
 * ACCOUNT_FROZEN or SECOND_STEP_ENDED where the account is gone or closed, or what the sign-in began with no longer counts.
 */
export async function finishSignIn(
  deps: Deps,
  step: Step,
  { code, trust }: { code: string; trust: boolean },
  browser: Browser,
): Promise<{ readonly signedIn: SignedIn; readonly trusted: string | undefined } | undefined> {
  const { userId, remember, way, credential } = step;
  try {
    return await withCode(deps, userId, code, async (tx) => {
      if (!(await spendSignInStep(deps, tx, step))) throw new ConflictError();
      const proof = { way, credential, withCode: true } as const;
      const signedIn = await createSessionIn(deps, tx, { userId, proof, remember }, browser);
      const trusted = trust ? await trustBrowser(deps, tx, { userId, token: browser.trusted }) : undefined;
      return { signedIn, trusted: trusted?.token };
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await refuseClosedOrFrozen(deps, deps.db, userId);
    return refuse(SECOND_STEP_ENDED);
  }
}
