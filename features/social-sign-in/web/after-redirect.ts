import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { sitePath } from '#contract/site-path.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { authPath } from '#features/accounts/web/sign-in/auth-path.ts';
import { getAnswer } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';
import { writeRememberDevice } from '#web/session/session-cache.ts';
import type { RedirectAnswer } from './redirect-answer.ts';
import { codeOfSession } from './social-failure.ts';
import { takeRedirect } from './social-redirect.ts';
import type { CallbackAnswer } from './social-report.ts';

type NextPage = { readonly path: string; readonly state?: { readonly social: RedirectAnswer } };

/**
 * Finds the page to show after a redirect to a provider: the page the person wanted, or home, if the server confirms the
 * session; otherwise the page that started the redirect, with the result. Only a redirect that this tab started opens
 * the deletion dialog.
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
  const result = await getAnswer<SessionAnswer>(ACCOUNT_API.session);
  if (result.kind !== 'ok' || !result.data.data) return nextPage(auth, answer, codeOfSession(result));
  sessionStore().tell(result.data.data, result.data.remembered, 'social');
  if (left) writeRememberDevice(left.remember);
  return { path: next ?? PAGES.homeAlias };
}

function nextPage(path: string, { provider }: CallbackAnswer, outcome: RedirectAnswer['outcome']): NextPage {
  return provider ? { path, state: { social: { provider, outcome } } } : { path };
}
