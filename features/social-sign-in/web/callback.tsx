import { useEffect, useRef, useState } from 'react';
import { CALLBACK_WORDS } from '#content/callback.ts';
import { PAGES } from '#content/page-paths.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { sitePath } from '#contract/site-path.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { authPath, useGoOn } from '#features/accounts/web/sign-in/auth-path.ts';
import { isSocialErrorCode, PROVIDER_NAMES } from '#features/social-sign-in/contract.ts';
import { SOCIAL_ERRORS, SOCIAL_HEADLINES } from '#features/social-sign-in/refusals.ts';
import { getAnswer } from '#web/api/call-api.ts';
import { sessionStore } from '#web/session/session.ts';
import { writeRememberDevice } from '#web/session/session-cache.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import {
  answerIn,
  type CallbackAnswer,
  codeOfSession,
  type RedirectAnswer,
  sendReport,
  takeRedirect,
} from './social-report.ts';

export const meta = () => metaIn(CALLBACK_WORDS, { secret: true });

/** The page has no header and footer, because its window is small. */
export const handle = { bare: true };

/**
 * The last page in a provider's window. Reports to the page that opened the window, and closes it. Shows the result if
 * the browser does not allow closing (docs/product.md, "Social sign-in").
 */
export default function Callback() {
  const answer = useAnswer();
  const words = wordsFor(answer);
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh max-w-[28rem] grow place-content-center justify-items-center gap-6 p-6 text-center"
    >
      <BrandMark className="size-16" />
      <div aria-live="polite" className="grid gap-3" data-testid="callback">
        <h1 className="text-title">{words.title}</h1>
        {words.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {answer?.mode !== 'redirect' && (
        <p>
          <a href={PAGES.home} className="text-link">
            {CALLBACK_WORDS.home}
          </a>
        </p>
      )}
    </main>
  );
}

/** Reads the result of the sign-in from the URL, and acts on it only once. */
function useAnswer(): CallbackAnswer | null {
  const goOn = useGoOn();
  const [answer, setAnswer] = useState<CallbackAnswer | null>(null);
  const done = useRef(false);
  useEffect(() => {
    // In development, React runs effects twice. The second run must do nothing.
    if (done.current) return;
    done.current = true;
    const found = answerIn(new URLSearchParams(window.location.search));
    setAnswer(found);
    if (found?.mode === 'redirect') {
      void answerAfterRedirect(found).then(({ path, state }) => goOn(path, { replace: true, state }));
    } else if (found?.event && found.provider) {
      const { event, outcome, provider } = found;
      sendReport({ event, outcome, provider });
      window.close();
    }
    // An answer without the id of an attempt (`event`) is not reported, because no open page waits for it.
  }, [goOn]);
  return answer;
}

const SUCCEEDED = {
  'signed-in': CALLBACK_WORDS.signedIn,
  'code-needed': CALLBACK_WORDS.goingOn,
  proved: CALLBACK_WORDS.proved,
};

type Words = { readonly title: string; readonly texts: readonly string[] };

function wordsFor(answer: CallbackAnswer | null): Words {
  if (answer === null) return { title: CALLBACK_WORDS.ended, texts: [CALLBACK_WORDS.close] };
  const { outcome, provider, mode } = answer;
  if (mode === 'redirect') return { title: CALLBACK_WORDS.goingOn, texts: [] };
  if (!isSocialErrorCode(outcome))
    return { title: SUCCEEDED[outcome], texts: [CALLBACK_WORDS.closeSignedIn] };
  const name = provider && PROVIDER_NAMES[provider];
  return {
    title: name ? filled(SOCIAL_HEADLINES.SOCIAL_SIGN_IN_FAILED, { provider: name }) : PAGE_ERRORS.UNEXPECTED,
    texts: [SOCIAL_ERRORS[outcome], CALLBACK_WORDS.close],
  };
}

type NextPage = { readonly path: string; readonly state?: { readonly social: RedirectAnswer } };

/**
 * Returns the next page. After a sign-in that the server confirms, this is the page that the visitor wanted, or the home page.
 * After a failure, it is the page that started the redirect. Only a redirect that this tab started opens the deletion dialog.
 */
async function answerAfterRedirect(answer: CallbackAnswer): Promise<NextPage> {
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
