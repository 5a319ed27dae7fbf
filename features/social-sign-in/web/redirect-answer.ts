import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { sitePath } from '#contract/site-path.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { authPath } from '#features/accounts/web/sign-in/auth-view.ts';
import {
  isSocialErrorCode,
  PROVIDERS,
  type Provider,
  type SocialErrorCode,
} from '#features/social-sign-in/contract.ts';
import { callAccount } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';
import { writeRememberDevice } from '#web/session/session-cache.ts';
import { codeOfSession } from './sign-in-popup.ts';
import { takeRedirect } from './social-redirect.ts';
import type { CallbackAnswer } from './social-report.ts';

/** The result of a redirect to a provider, passed to the next page as history state. */
export type RedirectAnswer = {
  readonly provider: Provider;
  readonly outcome: 'proved' | 'code-needed' | SocialErrorCode;
};

type NextPage = { readonly path: string; readonly state?: { readonly social: RedirectAnswer } };

/**
 * The page to show after a redirect: where the person wanted to go, or home, when the server confirms the session, else the page that
 * started the redirect, with the result. Only a redirect that this tab started opens the deletion dialog.
 */
export async function answerAfterRedirect(answer: CallbackAnswer): Promise<NextPage> {
  const left = takeRedirect(answer.event);
  const { outcome } = answer;
  const next = sitePath(left?.next ?? null);
  const auth = authPath(outcome === 'age-needed' ? 'create' : 'sign-in', next);
  if (left && left.purpose !== 'sign-in') {
    const from = left.purpose === 'deletion' ? PAGES.profile : PAGES.security;
    return nextPage(from, answer, outcome === 'signed-in' ? 'internal-error' : outcome);
  }
  if (outcome === 'proved') return { path: PAGES.profile };
  if (outcome === 'code-needed') return { path: authPath('code', next) };
  if (outcome !== 'signed-in') return nextPage(auth, answer, outcome);
  const result = await callAccount<SessionAnswer>(ACCOUNT_API.session);
  if (result.kind !== 'ok' || !result.data.data) return nextPage(auth, answer, codeOfSession(result));
  sessionStore().tell(result.data.data, result.data.remembered, 'social');
  if (left) writeRememberDevice(left.remember);
  return { path: next ?? PAGES.homeAlias };
}

function nextPage(path: string, { provider }: CallbackAnswer, outcome: RedirectAnswer['outcome']): NextPage {
  return provider ? { path, state: { social: { provider, outcome } } } : { path };
}

/** The result in a page's history state; null when there is none. */
export function redirectAnswerIn(state: unknown): RedirectAnswer | null {
  if (typeof state !== 'object' || state === null || !('social' in state)) return null;
  const { provider, outcome } = state.social as Partial<RedirectAnswer>;
  const known = PROVIDERS.find((each) => each === provider);
  if (!known || !(outcome === 'proved' || outcome === 'code-needed' || isSocialErrorCode(outcome)))
    return null;
  return { provider: known, outcome };
}
