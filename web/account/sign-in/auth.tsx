import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { AUTH_WORDS } from '#content/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PAGES } from '#contract/paths.ts';
import type { Provider } from '#contract/social.ts';
import type { UserRecord } from '#contract/users.ts';
import { sessionStore, useSession } from '#web/account/session/session.ts';
import { writeRememberDevice } from '#web/account/session/session-cache.ts';
import { ProviderButtons } from '#web/account/social/provider-buttons.tsx';
import { redirectAnswerIn } from '#web/account/social/redirect-answer.ts';
import { useSocialSignIn } from '#web/account/social/use-social-sign-in.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Banner } from '#web/ui/banner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { AuthFrame } from './auth-frame.tsx';
import { type AuthNotice, socialFailure, success } from './auth-notice.ts';
import { type AuthView, authPath, viewIn } from './auth-view.ts';
import { ResendButton } from './resend-button.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function meta() {
  return pageMeta({
    title: AUTH_WORDS.pageTitle,
    description: AUTH_WORDS.pageDescription,
    canonical: PAGES.auth,
  });
}

/**
 * Sign in, create an account, ask for a reset: three panels of one page. All three are in the static HTML and the
 * address says which one shows, so that a deep link needs no correction after hydration; then only that one stays.
 */
export default function Auth() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const view = useHydrated() ? viewIn(search) : null;
  const panels = useRef<HTMLDivElement>(null);
  const switched = useRef(false);
  const [notice, setNotice] = useState<AuthNotice | null>(useArrivalNotice());
  const [email, setEmail] = useState('');
  const leaving = useSentToProfile();

  function show(next: AuthView, withNotice: AuthNotice | null = null) {
    setEmail(typedEmail(panels.current));
    flushSync(() => setNotice(withNotice));
    switched.current = true;
    void navigate(authPath(next), { replace: true, flushSync: true });
  }

  // The pressed control is gone with its panel, so the focus is led to the heading of the new one.
  useEffect(() => {
    if (switched.current) panels.current?.querySelector<HTMLElement>(`#${view}-title`)?.focus();
    switched.current = false;
  }, [view]);

  function enter(user: UserRecord) {
    leaving.current = true;
    sessionStore().tell(user);
    void navigate(PAGES.homeAlias);
  }

  const { waitingFor, press } = useSocialSignIn({
    onNotice: setNotice,
    onSignedIn(user, { remember }) {
      if (view === 'sign-in') writeRememberDevice(remember);
      enter(user);
    },
  });

  function continueWith(provider: Provider) {
    press({ provider, purpose: 'sign-in', remember: isRememberTicked(panels.current) });
  }

  const banner = (
    <Banner message={notice?.message ?? null} onDismiss={() => setNotice(null)}>
      {notice?.canResend && <ResendButton onAnswer={setNotice} />}
    </Banner>
  );

  return (
    <AuthFrame>
      <div ref={panels} className="auth-panels" data-ready={view !== null || undefined}>
        <Panel id="sign-in" view={view} words={AUTH_WORDS.signIn} banner={banner}>
          <SignInForm email={email} onSignedIn={enter} onNotice={setNotice} onForgot={() => show('reset')} />
          <ProviderButtons onPress={continueWith} waitingFor={waitingFor} />
          <p className="auth-other">
            {AUTH_WORDS.signIn.other}{' '}
            <button type="button" className="text-link cursor-pointer" onClick={() => show('create')}>
              {AUTH_WORDS.signIn.otherAction}
            </button>
          </p>
        </Panel>
        <Panel id="create" view={view} words={AUTH_WORDS.create} banner={banner}>
          <SignUpForm
            email={email}
            onSignedIn={enter}
            onNotice={setNotice}
            onCreated={(created) => show('sign-in', created)}
          />
          <ProviderButtons onPress={continueWith} waitingFor={waitingFor} />
          <p className="auth-other">
            {AUTH_WORDS.create.other}{' '}
            <button type="button" className="text-link cursor-pointer" onClick={() => show('sign-in')}>
              {AUTH_WORDS.create.otherAction}
            </button>
          </p>
        </Panel>
        <Panel id="reset" view={view} words={AUTH_WORDS.reset} banner={banner}>
          <ResetRequestForm email={email} onNotice={setNotice} />
          <p className="auth-other">
            <button type="button" className="text-link cursor-pointer" onClick={() => show('sign-in')}>
              {AUTH_WORDS.reset.back}
            </button>
          </p>
        </Panel>
      </div>
    </AuthFrame>
  );
}

type PanelProps = {
  readonly id: AuthView;
  readonly view: AuthView | null;
  readonly words: { readonly title: string; readonly lead: string };
  readonly banner: ReactNode;
  readonly children: ReactNode;
};

/** Before hydration all panels are there; afterwards only the one that shows. */
function Panel({ id, view, words, banner, children }: PanelProps) {
  if (view !== null && view !== id) return null;
  return (
    <section
      className="auth-panel"
      data-panel={id}
      data-testid={`${id}-panel`}
      aria-labelledby={`${id}-title`}
    >
      <h1 id={`${id}-title`} tabIndex={-1} className="first-light text-heading">
        {words.title}
      </h1>
      <p className="text-soft">{words.lead}</p>
      {banner}
      {children}
    </section>
  );
}

/** The banner that another page sent along: why the visitor is here, who did not come by a link. */
function useArrivalNotice(): AuthNotice | null {
  const state: unknown = useLocation().state;
  const social = redirectAnswerIn(state);
  if (social && social.outcome !== 'proved') return socialFailure(social.provider, social.outcome, 'sign-in');
  if (typeof state !== 'object' || state === null) return null;
  if ('signedOutElsewhere' in state) return success(AUTH_WORDS.signedOutElsewhere);
  return 'passwordChanged' in state ? success(MESSAGES.passwordChanged) : null;
}

/** Sends someone who is signed in already to the profile, unless this page itself just signed them in. */
function useSentToProfile() {
  const leaving = useRef(false);
  const { user, phase } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (user && phase !== 'cached' && !leaving.current) void navigate(PAGES.profile, { replace: true });
  }, [user, phase, navigate]);
  return leaving;
}

/** The address typed in the panel that shows, to be taken over to the next one. */
function typedEmail(panels: HTMLElement | null): string {
  return panels?.querySelector<HTMLInputElement>('[name="email"]')?.value ?? '';
}

/** "Remember this device" counts for every way in (decisions §3.7). The panel without the box has no answer but no. */
function isRememberTicked(panels: HTMLElement | null): boolean {
  return panels?.querySelector<HTMLInputElement>('[name="rememberDevice"]')?.checked ?? false;
}
