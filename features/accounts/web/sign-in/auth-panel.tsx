import type { ReactNode } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { AS_WRITTEN, useHydrated } from '#web/ui/use-hydrated.ts';
import type { AuthView } from './auth-path.ts';

type PanelProps = {
  readonly id: AuthView;
  readonly view: AuthView;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly banner: ReactNode;
  readonly children: ReactNode;
};

/**
 * One form of the sign-in page. The prerendered HTML contains all forms; at hydration, all except the one for the current address
 * are removed.
 */
export function Panel({ id, view, title, lead, banner, children }: PanelProps) {
  const hydrated = useHydrated();
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
      {/* The heading takes the focus when a press shows this panel. Screen readers then read the lead too. */}
      <h1
        id={`${id}-title`}
        tabIndex={-1}
        aria-describedby={lead ? `${id}-lead` : undefined}
        className="first-light text-heading"
      >
        {title}
      </h1>
      {lead && (
        <p id={`${id}-lead`} className="text-soft">
          {lead}
        </p>
      )}
      {banner}
      {children}
    </section>
  );
}

type SignInLeadProps = {
  /** The path to open after the sign-in. */
  readonly next: string | null;
  /** Opens the panel `inbox`. Set if the person says that the address is confirmed; the server does not tell (record 0051). */
  readonly onInbox: (() => void) | undefined;
};

/** The sentence that gives the reason to sign in. The prerendered HTML has one for each case, and CSS shows the right one. */
export function SignInLead({ next, onInbox }: SignInLeadProps) {
  const hydrated = useHydrated();
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
