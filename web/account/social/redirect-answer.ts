import type { SessionAnswer } from '#contract/identity.ts';
import { ACCOUNT_API, PAGES } from '#contract/paths.ts';
import { isSocialErrorCode, PROVIDERS, type Provider, type SocialErrorCode } from '#contract/social.ts';
import { sessionStore } from '#web/account/session/session.ts';
import { writeRememberDevice } from '#web/account/session/session-cache.ts';
import { callAccount } from '#web/api/call-api.ts';
import { codeOfSession } from './sign-in-popup.ts';
import { takeRedirect } from './social-redirect.ts';
import type { CallbackAnswer } from './social-report.ts';

/** How a redirect to a provider ended, as history state for the page that goes on. */
export type RedirectAnswer = {
  readonly provider: Provider;
  readonly outcome: 'proved' | SocialErrorCode;
};

type PrefetchPages = { readonly path: string; readonly state?: { readonly social: RedirectAnswer } };

/**
 * The page to go on with after a redirect (decisions §3.9): home once the server says who is signed in, else the page
 * that the visitor left, with what to say there. An address that somebody was sent opens no dialog of a deletion.
 */
export async function answerAfterRedirect(answer: CallbackAnswer): Promise<PrefetchPages> {
  const left = takeRedirect(answer.event);
  const { outcome } = answer;
  if (left?.purpose === 'deletion')
    return nextPage(PAGES.profile, answer, outcome === 'signed-in' ? 'internal-error' : outcome);
  if (outcome === 'proved') return { path: PAGES.profile };
  if (outcome !== 'signed-in') return nextPage(PAGES.auth, answer, outcome);
  const result = await callAccount<SessionAnswer>(ACCOUNT_API.session);
  if (result.kind !== 'ok' || !result.data.data) return nextPage(PAGES.auth, answer, codeOfSession(result));
  sessionStore().tell(result.data.data);
  if (left) writeRememberDevice(left.remember);
  return { path: PAGES.homeAlias };
}

function nextPage(
  path: string,
  { provider }: CallbackAnswer,
  outcome: RedirectAnswer['outcome'],
): PrefetchPages {
  return provider ? { path, state: { social: { provider, outcome } } } : { path };
}

/** The answer that came along to this page; null where none did. */
export function redirectAnswerIn(state: unknown): RedirectAnswer | null {
  if (typeof state !== 'object' || state === null || !('social' in state)) return null;
  const { provider, outcome } = state.social as Partial<RedirectAnswer>;
  const known = PROVIDERS.find((each) => each === provider);
  if (!known || !(outcome === 'proved' || isSocialErrorCode(outcome))) return null;
  return { provider: known, outcome };
}
