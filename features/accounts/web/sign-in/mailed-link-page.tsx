import { type ReactNode, useEffect } from 'react';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { fullTitle } from '#web/shell/page-meta.ts';
import { Banner } from '#web/ui/banner.tsx';
import { takeFocus } from '#web/ui/use-busy.ts';
import { AuthFrame } from './auth-frame.tsx';
import type { useMailedLink } from './use-mailed-link.ts';

type MailedLinkPageProps = {
  readonly link: ReturnType<typeof useMailedLink>;
  readonly title: string;
  /** Shown while the link works and has not been used. */
  readonly form: ReactNode;
  /** True once the link has been used. */
  readonly isDone?: boolean;
  /** Shown above `children` once the link has been used. */
  readonly result?: ReactNode;
  /** Other actions, shown if the link does not work or has been used. */
  readonly children: ReactNode;
};

/**
 * The page that an account's mailed link opens. Its prerendered HTML has both the form and the content for an address without a
 * token; CSS shows one of them.
 */
export function MailedLinkPage({ link, title, form, isDone = false, result, children }: MailedLinkPageProps) {
  const { token, isOpen, notice, setNotice } = link;
  const unsure = token === undefined;
  const asks = isOpen && !isDone;
  const hasResult = isOpen && isDone;
  useEffect(() => {
    if (hasResult) document.title = fullTitle(title);
  }, [hasResult, title]);
  return (
    <AuthFrame>
      {hasResult ? (
        // The pressed button is gone, so each new heading takes the focus.
        <h1 key={title} ref={takeFocus} tabIndex={-1} className="text-heading">
          {title}
        </h1>
      ) : (
        <h1 className="first-light text-heading">{title}</h1>
      )}
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      {asks && <div className={unsure ? 'when-link' : undefined}>{form}</div>}
      {result}
      {(unsure || !asks) && (
        <div className={unsure ? 'when-no-link grid gap-5' : 'grid gap-5'}>
          {!token && <p>{PAGE_ERRORS.LINK_NOT_COMPLETE}</p>}
          {children}
        </div>
      )}
    </AuthFrame>
  );
}
