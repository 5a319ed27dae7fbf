import type { ReactNode } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { AS_WRITTEN } from '#web/ui/use-hydrated.ts';
import type { AuthView } from './auth-path.ts';

type PanelProps = {
  readonly id: AuthView;
  readonly view: AuthView;
  readonly hydrated: boolean;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly banner: ReactNode;
  readonly children: ReactNode;
};

/** The prerendered HTML contains all forms. At hydration, only the one for the current address stays. */
export function Panel({ id, view, hydrated, title, lead, banner, children }: PanelProps) {
  if (hydrated && view !== id) return null;
  const section = {
    className: 'auth-panel',
    'data-panel': id,
    'data-testid': `${id}-panel`,
    'aria-labelledby': `${id}-title`,
  };
  if (!import.meta.env.SSR && view !== id) return <section {...section} {...AS_WRITTEN} />;
  return (
    <section {...section}>
      <h1 id={`${id}-title`} tabIndex={-1} className="first-light text-heading">
        {title}
      </h1>
      {lead && <p className="text-soft">{lead}</p>}
      {banner}
      {children}
    </section>
  );
}

type SignInLeadProps = {
  readonly hydrated: boolean;
  readonly next: string | null;
  /** Set if the person says that the address is confirmed. The server does not reveal this (docs/decisions/0051). */
  readonly onInbox: (() => void) | undefined;
};

/** The prerendered HTML has one sentence for each case, and CSS shows the right one. */
export function SignInLead({ hydrated, next, onInbox }: SignInLeadProps) {
  const { lead, leadToProfile, leadConfirmed } = AUTH_WORDS.signIn;
  if (onInbox)
    return (
      <>
        {leadConfirmed}{' '}
        <button type="button" className="text-link cursor-pointer" onClick={onInbox}>
          {AUTH_WORDS.inbox.nothing}
        </button>
      </>
    );
  if (hydrated) return next === PAGES.profile ? leadToProfile : lead;
  return (
    <>
      <span className="auth-lead">{lead}</span>
      <span className="auth-lead-to-profile">{leadToProfile}</span>
    </>
  );
}

type OtherViewProps = {
  readonly words: { readonly other?: string; readonly otherAction: string };
  readonly onPress: () => void;
};

export function OtherView({ words, onPress }: OtherViewProps) {
  return (
    <p className="text-soft">
      {words.other && `${words.other} `}
      <button type="button" className="text-link cursor-pointer" onClick={onPress}>
        {words.otherAction}
      </button>
    </p>
  );
}
