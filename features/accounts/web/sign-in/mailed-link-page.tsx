import type { ReactNode } from 'react';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import type { useMailedLink } from './use-mailed-link.ts';

type MailedLinkPageProps = {
  readonly link: ReturnType<typeof useMailedLink>;
  readonly title: ReactNode;
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
  return (
    <AuthFrame>
      {typeof title === 'string' ? <h1 className="first-light text-heading">{title}</h1> : title}
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
