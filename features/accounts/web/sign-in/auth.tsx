import { Fragment, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_SETTINGS } from '#features/accounts/contract.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { arrivedProofIn } from '#features/accounts/web/security/arrived-proof.ts';
import { Notice } from '#features/forms/web/notice.tsx';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { sessionStore, useSession } from '#web/session/session.ts';
import { writeRememberDevice } from '#web/session/session-cache.ts';
import type { SignInWay } from '#web/session/session-store.ts';
import { fullTitle, metaIn } from '#web/shell/page-meta.ts';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { usePart } from '#web/ui/use-part.ts';
import { AuthFrame } from './auth-frame.tsx';
import { success } from './auth-notice.ts';
import { OtherView, Panel, SignInLead } from './auth-panel.tsx';
import { type AuthView, authPath, viewIn } from './auth-view.ts';
import { CheckInbox } from './check-inbox.tsx';
import { loadCodePanel } from './code-panel.ts';
import { ResetAsked, ResetRequestForm } from './reset-request-form.tsx';
import { keepReturnPath, returnPathIn, useGoOn } from './return-path.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SIGN_IN_METHODS } from './sign-in-method.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { afterPassword } from './use-enter.ts';

const loadAgeStep = () => import('./age-step.tsx');

const TITLES: Readonly<Record<AuthView, string>> = {
  'sign-in': AUTH_WORDS.pageTitle,
  create: AUTH_WORDS.create.title,
  reset: AUTH_WORDS.reset.title,
  inbox: AUTH_WORDS.inbox.title,
  code: AUTH_WORDS.code.title,
};

export const meta = () => metaIn(AUTH_WORDS, { canonical: PAGES.auth });

/**
 * The panels for sign-in, sign-up, "check your inbox" and password reset, on one page. The prerendered HTML contains all of them
 * and CSS shows the one for the current address, so that a deep link does not flicker; after hydration only that one is rendered.
 */
export default function Auth() {
  const navigate = useNavigate();
  const goOn = useGoOn();
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const asked = viewIn(search);
  const [needsCode, setNeedsCode] = useState(false);
  const CodePanel = usePart(loadCodePanel, needsCode || asked === 'code');
  const view = asked === 'code' && !CodePanel ? 'sign-in' : asked;
  const next = hydrated ? returnPathIn(search) : null;
  const panels = useRef<HTMLDivElement>(null);
  const switched = useRef(false);
  /** Shown only in the next panel, because a screen reader would read it in both. */
  const noticeOfNext = useRef<BannerMessage>(null);
  const { state, hash } = useLocation();
  // After a reload the history state is still there, but it is ignored, because the person has already seen its notice.
  const arrived = arrivalIn(hydrated ? state : null);
  const [notice, setNotice] = useState(arrived.notice);
  const [email, setEmail] = useState(arrived.email);
  // The invitation of an operator passes its address in the fragment.
  useEffect(() => {
    const invited = new URLSearchParams(hash.slice(1)).get('email');
    if (invited) setEmail(invited);
  }, [hash]);
  const [isResetAsked, setResetAsked] = useState(false);
  const [saysConfirmed, setSaysConfirmed] = useState(false);
  const [isAgeMet, setAgeMet] = useState(false);
  const asksAge = hydrated && publicSettingsOf(ACCOUNT_SETTINGS).minimumAge > 0;
  const needsAge = asksAge && !isAgeMet;
  const AgeStep = usePart(loadAgeStep, needsAge);
  // A signed-in person who came here to set a first password by mail is not redirected.
  const { leaving, isChecking } = useSentOn(
    view === 'reset' && arrived.email ? null : (next ?? PAGES.profile),
  );

  function show(other: AuthView, withNotice: BannerMessage | null = null, hasConfirmed = false) {
    setEmail((known) => typedEmail(panels.current) ?? known);
    flushSync(() => {
      setNotice(other === view ? withNotice : null);
      setResetAsked(false);
      setSaysConfirmed(hasConfirmed);
    });
    switched.current = true;
    noticeOfNext.current = withNotice;
    // After a press, “Back” returns to the inbox view, which resends the mail.
    const replace = view !== 'inbox' || (other === 'sign-in' && !hasConfirmed);
    void navigate(authPath(other, next), { replace, flushSync: true });
  }

  function waitForMail(address: string, withNotice: BannerMessage) {
    keepReturnPath(next);
    show('inbox', withNotice);
    setEmail(address);
  }

  /** Shows the reset form with the address filled in or, if a mail was requested, what to do until it arrives. */
  function showReset(isAsked: boolean, address: string, withNotice: BannerMessage | null) {
    setEmail(address);
    setNotice(withNotice);
    setResetAsked(isAsked);
    switched.current = true;
  }

  // The prerendered HTML is the same for all views, so its title is too.
  useEffect(() => {
    document.title = fullTitle(TITLES[view === 'reset' && isResetAsked ? 'inbox' : view]);
  }, [view, isResetAsked]);

  // The pressed control is unmounted with its panel, so focus the new panel's heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown depends on both.
  useEffect(() => {
    // Moves the focus to the new panel's title, unless the panel has already set the focus.
    if (switched.current && !panels.current?.contains(document.activeElement))
      panels.current?.querySelector<HTMLElement>(`#${view}-title`)?.focus();
    switched.current = false;
    if (noticeOfNext.current) setNotice(noticeOfNext.current);
    noticeOfNext.current = null;
  }, [view, isResetAsked]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pressed stays until the next part is there.
  useEffect(() => {
    if (!needsCode || !CodePanel) return;
    setNeedsCode(false);
    show('code');
  }, [needsCode, CodePanel]);

  // The address is filled in, so the password is next. Runs after the shell has focused the heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only.
  useEffect(() => {
    if (arrived.notice && arrived.email)
      panels.current?.querySelector<HTMLElement>('[name="password"]')?.focus({ preventScroll: true });
  }, []);

  function enter(user: UserRecord, remembered: boolean, way: SignInWay = 'password') {
    leaving.current = true;
    sessionStore().tell(user, remembered, way);
    toast.success(AUTH_WORDS.signedIn);
    void goOn(next ?? PAGES.homeAlias);
    if (way === 'password') afterPassword();
  }

  function enterRemembered(user: UserRecord, remembered: boolean) {
    writeRememberDevice(remembered);
    enter(user, remembered);
  }

  /** Resolves when the panel for the code is loaded, or its loading has failed. */
  async function askForCode() {
    setNeedsCode(true);
    await loadCodePanel?.().catch(() => {});
  }

  const methods = SIGN_IN_METHODS.map(({ name, useMethod }) => ({
    name,
    // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes.
    shownIn: useMethod({
      view,
      next,
      isRememberTicked: () => isRememberTicked(panels.current),
      onNotice: setNotice,
      onSignedIn: enter,
      onCodeNeeded: askForCode,
      onAgeNeeded(withNotice) {
        setAgeMet(false);
        show('create', withNotice);
      },
    }),
  }));
  const methodsIn = (panel: AuthView) =>
    methods.map(({ name, shownIn }) => <Fragment key={name}>{shownIn(panel)}</Fragment>);

  const banner = <Banner message={notice} onDismiss={() => setNotice(null)} />;
  const shown = { view, hydrated, banner };

  return (
    <AuthFrame>
      {hydrated && !navigator.cookieEnabled && (
        <p role="alert" className="banner banner-error">
          {AUTH_WORDS.needsCookies}
        </p>
      )}
      <div
        ref={panels}
        className="auth-panels"
        data-ready={(hydrated && !isChecking) || undefined}
        data-checking={AUTH_WORDS.checking}
      >
        <Panel
          id="sign-in"
          {...shown}
          title={AUTH_WORDS.signIn.title}
          lead={
            <SignInLead
              hydrated={hydrated}
              next={next}
              onInbox={saysConfirmed ? () => show('inbox') : undefined}
            />
          }
        >
          <SignInForm
            email={email}
            onSignedIn={enter}
            onNotice={setNotice}
            onUnverified={waitForMail}
            onForgot={() => show('reset')}
            onCodeNeeded={askForCode}
          />
          {methodsIn('sign-in')}
          <Notice name="sign-up" />
          <OtherView words={AUTH_WORDS.signIn} onPress={() => show('create')} />
        </Panel>
        <Panel
          id="create"
          {...shown}
          title={AUTH_WORDS.create.title}
          // Left out while the date of birth is asked for, because this text promises that nothing more is asked.
          lead={asksAge ? undefined : AUTH_WORDS.create.lead}
        >
          {needsAge && AgeStep ? (
            <AgeStep onMet={() => setAgeMet(true)} onNotice={setNotice} />
          ) : (
            <>
              <SignUpForm
                email={email}
                onSignedIn={enter}
                onNotice={setNotice}
                onCreated={waitForMail}
                onAgeNeeded={() => setAgeMet(false)}
              />
              {methodsIn('create')}
            </>
          )}
          <OtherView words={AUTH_WORDS.create} onPress={() => show('sign-in')} />
        </Panel>
        <Panel id="inbox" {...shown} title={AUTH_WORDS.inbox.title}>
          <CheckInbox
            email={email}
            onEmail={setEmail}
            onNotice={setNotice}
            onWrongAddress={() => show('create')}
            onSignIn={(hasConfirmed) => show('sign-in', null, hasConfirmed)}
          />
          {methodsIn('inbox')}
        </Panel>
        <Panel
          id="reset"
          {...shown}
          {...(isResetAsked ? { title: AUTH_WORDS.inbox.title } : AUTH_WORDS.reset)}
        >
          {isResetAsked ? (
            <ResetAsked email={email} onAgain={() => showReset(false, email, null)} />
          ) : (
            <ResetRequestForm
              email={email}
              onNotice={setNotice}
              onAsked={(address, withNotice) => {
                keepReturnPath(next);
                showReset(true, address, withNotice);
              }}
            />
          )}
          <OtherView words={{ otherAction: AUTH_WORDS.reset.back }} onPress={() => show('sign-in')} />
        </Panel>
        {view === 'code' && CodePanel && (
          <Panel id="code" {...shown} title={AUTH_WORDS.code.title}>
            <CodePanel
              onSignedIn={enterRemembered}
              onNotice={setNotice}
              onAgain={(withNotice) => show('sign-in', withNotice)}
            />
          </Panel>
        )}
      </div>
    </AuthFrame>
  );
}

/** The message and the address that another page passed in the history state. */
function arrivalIn(state: unknown): { readonly notice: BannerMessage | null; readonly email: string } {
  const email = state instanceof Object && 'email' in state ? String(state.email) : '';
  const told = (notice: BannerMessage | null) => ({ notice, email });
  const failed = arrivedProofIn(state)?.noticeFor('sign-in');
  if (failed) return told(failed);
  if (!(state instanceof Object)) return told(null);
  if ('signedOutElsewhere' in state) return told(success(AUTH_WORDS.signedOutElsewhere));
  if ('emailConfirmed' in state) return told(success(MESSAGES.emailConfirmed));
  return told(null);
}

/**
 * Redirects a signed-in user to the page they wanted, unless this page has just signed them in and redirects itself.
 * `isChecking`: the browser has a cached user, and the server has not answered yet whether the session still exists.
 */
function useSentOn(path: string | null) {
  const leaving = useRef(false);
  const { user, phase } = useSession();
  const isChecking = user !== null && phase === 'cached';
  const goOn = useGoOn();
  useEffect(() => {
    if (path !== null && user && !isChecking && !leaving.current) void goOn(path, { replace: true });
  }, [user, isChecking, path, goOn]);
  return { leaving, isChecking: path !== null && isChecking };
}

/** The address typed in the current panel, to fill in the next one; undefined if the panel has no address field. */
function typedEmail(panels: HTMLElement | null): string | undefined {
  return panels?.querySelector<HTMLInputElement>('[name="email"]')?.value;
}

function isRememberTicked(panels: HTMLElement | null): boolean {
  return panels?.querySelector<HTMLInputElement>('[name="rememberDevice"]')?.checked ?? false;
}
