import {
  isSocialErrorCode,
  PROVIDERS,
  type Provider,
  type SocialErrorCode,
} from '#features/social-sign-in/contract.ts';

/** The result of a redirect to a provider, passed to the next page as history state. */
export type RedirectAnswer = {
  readonly provider: Provider;
  readonly outcome: 'proved' | 'code-needed' | SocialErrorCode;
};

/** Reads the result from a page's history state; null when there is none. */
export function redirectAnswerIn(state: unknown): RedirectAnswer | null {
  if (typeof state !== 'object' || state === null || !('social' in state)) return null;
  const { provider, outcome } = state.social as Partial<RedirectAnswer>;
  const known = PROVIDERS.find((each) => each === provider);
  if (!known || !(outcome === 'proved' || outcome === 'code-needed' || isSocialErrorCode(outcome)))
    return null;
  return { provider: known, outcome };
}
