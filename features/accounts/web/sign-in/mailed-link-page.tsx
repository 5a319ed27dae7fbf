import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { LINK_NOT_COMPLETE } from '#contract/link-token.ts';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { LinkAnswer } from '#features/accounts/bodies.ts';
import { type CallResult, type FailedCall, postBody } from '#web/api/call-api.ts';
import { fullTitle } from '#web/shell/page-meta.ts';
import { focusHeading } from '#web/shell/route-change.tsx';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { takeFocus } from '#web/ui/use-busy.ts';
import { AuthFrame } from './auth-frame.tsx';
import { failure } from './auth-notice.ts';
import { useLinkToken } from './use-link-token.ts';

type MailedLinkPageProps = {
  readonly link: ReturnType<typeof useMailedLink>;
  readonly title: string;
  /** The form, which is shown until the link is used. */
  readonly form: ReactNode;
  readonly isDone?: boolean;
  /** What is shown above `children` once the link is used. */
  readonly result?: ReactNode;
  /** What is shown for a link that does not work or was used. */
  readonly children: ReactNode;
};

/**
 * The page that a mailed link opens. The prerendered HTML has the content with and without a token; CSS shows one of
 * them.
 */
export function MailedLinkPage({ link, title, form, isDone = false, result, children }: MailedLinkPageProps) {
  const { token, isOpen, isChecking, notice, setNotice } = link;
  const unsure = token === undefined;
  const asks = isOpen && !isDone;
  const hasResult = isOpen && isDone;
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
  return (
    <AuthFrame>
      {hasResult ? (
        // The pressed button is gone, so the new heading takes the focus.
        <h1 key={title} ref={takeFocus} tabIndex={-1} className="text-heading">
          {title}
        </h1>
      ) : (
        <h1 className="first-light text-heading">{title}</h1>
      )}
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      {asks && (
        <div className={unsure ? 'when-link' : undefined}>
          {/* Reserves the space of the form, so that the page moves little when the answer comes. */}
          <div className={isChecking ? 'skeleton' : undefined} aria-busy={isChecking}>
            {isChecking && <p className="absolute p-3">{AUTH_WORDS.checkingLink}</p>}
            <div className={`grid grid-cols-1 gap-5${isChecking ? ' invisible' : ''}`}>{form}</div>
          </div>
        </div>
      )}
      {result}
      {(unsure || !asks) && (
        <div className={unsure ? 'when-no-link grid gap-5' : 'grid gap-5'}>
          {!token && <p>{LINK_NOT_COMPLETE}</p>}
          {children}
        </div>
      )}
    </AuthFrame>
  );
}

/**
 * Reads the token of the mailed link, asks the server whether the link still works, and sends the form of the page.
 * @param onAsked gets null if the link no longer works, and undefined if the server gave no usable answer: the form can then still
 * be sent
 */
export function useMailedLink(onAsked?: (link: LinkAnswer['data'] | undefined) => void) {
  const [email, setEmail] = useState('');
  const [dead, setDead] = useState(false);
  const [isChecking, setChecking] = useState(true);
  const [notice, setNotice] = useState<BannerMessage | null>(null);
  const token = useLinkToken(async (found) => {
    const result = await postBody<LinkAnswer>(ACCOUNT_API.link, { token: found });
    const link = result.kind === 'ok' ? result.data.data : undefined;
    setEmail(link?.email ?? '');
    setDead(link === null);
    setNotice(link === null ? { tone: 'error', text: ACCOUNT_ERRORS.LINK_NOT_VALID } : null);
    onAsked?.(link);
    setChecking(false);
  });

  async function send<T = AcceptedAnswer>(
    path: string,
    body: object = {},
  ): Promise<CallResult<T> | undefined> {
    setNotice(null);
    return token ? postBody<T>(path, { ...body, token }) : undefined;
  }

  function fail(result: FailedCall): void {
    const isDead = result.kind === 'refused' && result.refusal.code === 'LINK_NOT_VALID';
    flushSync(() => {
      setDead(isDead);
      setNotice(failure(result));
    });
    // The form with the pressed button was removed, so the focus moves to the heading.
    if (isDead) focusHeading();
  }

  const isOpen = token !== null && !dead;
  return { token, email, setEmail, isOpen, isChecking, notice, setNotice, send, fail };
}
