import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CALLBACK_WORDS } from '#content/callback.ts';
import { PAGES } from '#content/page-paths.ts';
import { filled, PAGE_ERRORS } from '#contract/page-errors.ts';
import { PROVIDER_NAMES } from '#features/social-sign-in/contract.ts';
import { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { answerAfterRedirect } from './after-redirect.ts';
import { answerIn, type CallbackAnswer, sendReport } from './social-report.ts';

export const meta = () => metaIn(CALLBACK_WORDS, { secret: true });

/** Renders without the frame of the site, because the window is small. */
export const handle = { bare: true };

/**
 * The last page in a provider's window (docs/product.md, "Social sign-in"): reports to the page that opened it, and
 * closes the window. Shows the result if the browser does not allow closing. After a redirect it continues in the same
 * window.
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

/** Reads the result from the URL after hydration, and acts on it only once. */
function useAnswer(): CallbackAnswer | null {
  const navigate = useNavigate();
  const [answer, setAnswer] = useState<CallbackAnswer | null>(null);
  const done = useRef(false);
  useEffect(() => {
    // Effects run twice in development, so the second run is skipped.
    if (done.current) return;
    done.current = true;
    const found = answerIn(new URLSearchParams(window.location.search));
    setAnswer(found);
    if (found?.mode === 'redirect') {
      void answerAfterRedirect(found).then(({ path, state }) => navigate(path, { replace: true, state }));
    } else if (found?.event && found.provider) {
      sendReport({ ...found, provider: found.provider });
      window.close();
    }
    // No open page waits for an answer without an event, so this page only shows it.
  }, [navigate]);
  return answer;
}

function wordsFor(answer: CallbackAnswer | null): {
  readonly title: string;
  readonly texts: readonly string[];
} {
  if (answer === null) return { title: CALLBACK_WORDS.ended, texts: [CALLBACK_WORDS.close] };
  const { outcome, provider, mode } = answer;
  if (mode === 'redirect') return { title: CALLBACK_WORDS.goingOn, texts: [] };
  if (outcome === 'signed-in')
    return { title: CALLBACK_WORDS.signedIn, texts: [CALLBACK_WORDS.closeSignedIn] };
  if (outcome === 'code-needed')
    return { title: CALLBACK_WORDS.goingOn, texts: [CALLBACK_WORDS.closeSignedIn] };
  if (outcome === 'proved') return { title: CALLBACK_WORDS.proved, texts: [CALLBACK_WORDS.closeSignedIn] };
  return {
    title: provider
      ? filled(PAGE_ERRORS.SOCIAL_SIGN_IN_FAILED, { provider: PROVIDER_NAMES[provider] })
      : PAGE_ERRORS.UNEXPECTED,
    texts: [SOCIAL_ERRORS[outcome], CALLBACK_WORDS.close],
  };
}
