import { TRUSTED_DAYS } from '#contract/limits.ts';
import { withCode } from '#features/accounts/server/codes.ts';
import { rememberBrowserIn } from '#features/accounts/server/devices.ts';
import { type Browser, createSessionIn, type SignedIn } from '#features/accounts/server/sessions.ts';
import { ConflictError } from '#server/database/errors.ts';
import type { Deps } from '#server/feature.ts';
import { type Step, spendSignInStep } from './sign-in-steps.ts';

export const TRUSTED_SECONDS = TRUSTED_DAYS * 24 * 60 * 60;

/** Remembers that this browser needs no code for the account. */
const trustBrowser = rememberBrowserIn('trusted_browsers', TRUSTED_SECONDS);

type FinishResult =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly trusted: string | undefined }
  | { readonly kind: 'wrong-code' }
  /** The account is gone or closed, or its password or another way in has changed since. */
  | { readonly kind: 'ended' };

/** Signs in who has brought the code. The code is used up only by that. */
export async function finishSignIn(
  deps: Deps,
  step: Step,
  { code, trust }: { code: string; trust: boolean },
  browser: Browser,
): Promise<FinishResult> {
  const { userId, remember, way, credential } = step;
  try {
    const result = await withCode(deps, userId, code, async (tx) => {
      if (!(await spendSignInStep(deps, tx, step))) throw new ConflictError();
      const proof = { way, credential, withCode: true } as const;
      const signedIn = await createSessionIn(deps, tx, { userId, proof, remember }, browser);
      const trusted = trust ? await trustBrowser(deps, tx, { userId, token: browser.trusted }) : undefined;
      return { kind: 'signed-in' as const, signedIn, trusted: trusted?.token };
    });
    return result ?? { kind: 'wrong-code' };
  } catch (error) {
    if (error instanceof ConflictError) return { kind: 'ended' };
    throw error;
  }
}
