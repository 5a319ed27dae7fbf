import { Fragment, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_SETTINGS } from '#features/accounts/contract.ts';
import { arrivedProofIn } from '#features/accounts/web/security/arrived-proof.ts';
import { Notice } from '#features/forms/web/notice.tsx';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { sessionStore, useSession } from '#web/session/session.ts';
import { writeRememberDevice } from '#web/session/session-cache.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { focusHeading } from '#web/shell/route-change.tsx';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { usePart } from '#web/ui/use-part.ts';
import { AuthFrame } from './auth-frame.tsx';
import { success } from './auth-notice.ts';
import { OtherView, Panel, SignInLead } from './auth-panel.tsx';
import { type AuthView, useGoOn } from './auth-path.ts';
import { CheckInbox } from './check-inbox.tsx';
import { EverythingLost } from './everything-lost.tsx';
import { ResetAsked, ResetRequestForm } from './reset-request-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SIGN_IN_METHODS, type SignInPage } from './sign-in-slots.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { finishSignIn } from './use-enter.ts';
import { usePanels } from './use-panels.ts';

const loadAgeStep = () => import('./age-step.tsx');

export const meta = () => metaIn(AUTH_WORDS, { canonical: PAGES.auth });

/**
 * The page with the panels for signing in and up. The prerendered HTML contains all panels and CSS shows one, so that a deep link
 * does not flicker. After hydration only the shown panel is rendered.
 */
export default function Auth() {
  const goOn = useGoOn();
  const hydrated = useHydrated();
  const { state } = useLocation();
  // After a reload the history state is ignored, because the person has already seen its notice.
  const arrived = arrivalIn(hydrated ? state : null);
  const { page: shared, ...panels } = usePanels(arrived);
  const { view, next, email, show, onNotice } = shared;
  const [isAgeMet, setAgeMet] = useState(false);
  const asksAge = hydrated && publicSettingsOf(ACCOUNT_SETTINGS).minimumAge > 0;
  const needsAge = asksAge && !isAgeMet;
  // If the step for the date of birth cannot load, the form works without it. The server's refusal then loads the step again.
  const AgeStep = usePart(loadAgeStep, needsAge, () => setAgeMet(true));
  // The reset form is shown to a signed-in person too, who may have forgotten the password or may need a first one.
  const { leaving, isChecking } = useSentOn(view === 'reset' ? null : (next ?? PAGES.profile));

  const page: SignInPage = {
    ...shared,
    async onSignedIn(user, remembered, way = 'password') {
      // Only the sign-in panel has the box “Remember this device”. The code panel uses the choice from that box.
      if (view === 'sign-in' || view === 'code') writeRememberDevice(remembered);
      leaving.current = true;
      sessionStore().tell(user, remembered, way);
      // The person may have opened another page before the answer came. The answer must not lead away from it.
      if (!panels.box.current) return;
      await goOn(next ?? PAGES.homeAlias);
      finishSignIn(AUTH_WORDS.signedIn, way);
    },
    onAgeNeeded(notice) {
      setAgeMet(false);
      show('create', notice);
      // The form with the pressed button is now hidden, so the focus moves to the heading.
      focusHeading();
    },
  };

  const methods = SIGN_IN_METHODS.map(({ name, useMethod }) => ({
    name,
    // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes.
    shownIn: useMethod(page),
  }));
  const methodsIn = (panel: AuthView) =>
    methods.map(({ name, shownIn }) => <Fragment key={name}>{shownIn(panel)}</Fragment>);

  const banner = <Banner message={panels.notice} onDismiss={() => onNotice(null)} />;
  const shown = { view, banner };

  return (
    <AuthFrame>
      {hydrated && !navigator.cookieEnabled && (
        <p role="alert" className="banner banner-error">
          {AUTH_WORDS.needsCookies}
        </p>
      )}
      <div
        ref={panels.box}
        className="auth-panels"
        data-ready={(hydrated && !isChecking) || undefined}
        data-checking={AUTH_WORDS.checking}
      >
        <Panel
          id="sign-in"
          {...shown}
          title={AUTH_WORDS.signIn.title}
          lead={<SignInLead next={next} onInbox={panels.saysConfirmed ? () => show('inbox') : undefined} />}
        >
          <SignInForm {...page} notice={panels.notice} />
          {methodsIn('sign-in')}
          <Notice name="sign-up" />
          <OtherView words={AUTH_WORDS.signIn} onPress={() => show('create')} />
        </Panel>
        <Panel
          id="create"
          {...shown}
          title={AUTH_WORDS.create.title}
          // `AUTH_WORDS.create.lead` promises that nothing more is asked, so it is left out if the date of birth is asked.
          lead={asksAge ? undefined : AUTH_WORDS.create.lead}
        >
          {needsAge && AgeStep && <AgeStep onMet={() => setAgeMet(true)} onNotice={onNotice} />}
          {/* The sign-up form is hidden, not removed, so that it keeps what was typed before the date of birth was asked. */}
          <div className="contents" hidden={needsAge}>
            <SignUpForm {...page} />
            {methodsIn('create')}
          </div>
          <OtherView words={AUTH_WORDS.create} onPress={() => show('sign-in')} />
        </Panel>
        <Panel id="inbox" {...shown} title={AUTH_WORDS.inbox.title}>
          <CheckInbox {...page} onEmail={panels.setEmail} />
          {methodsIn('inbox')}
        </Panel>
        <Panel
          id="reset"
          {...shown}
          {...(panels.isResetAsked ? { title: AUTH_WORDS.inbox.title } : AUTH_WORDS.reset)}
        >
          {panels.isResetAsked ? (
            <ResetAsked email={email} onAgain={() => panels.showReset()} />
          ) : (
            <ResetRequestForm email={email} onNotice={onNotice} onAsked={panels.showReset} />
          )}
          <EverythingLost {...AUTH_WORDS.reset.lost} />
          <OtherView words={{ otherAction: AUTH_WORDS.reset.back }} onPress={() => show('sign-in')} />
        </Panel>
        {view === 'code' && panels.CodePanel && (
          <Panel id="code" {...shown} title={AUTH_WORDS.code.title}>
            <panels.CodePanel {...page} />
          </Panel>
        )}
      </div>
    </AuthFrame>
  );
}

function arrivalIn(state: unknown): { readonly notice: BannerMessage | null; readonly email: string } {
  const email = state instanceof Object && 'email' in state ? String(state.email) : '';
  const told = (notice: BannerMessage | null) => ({ notice, email });
  const failed = arrivedProofIn(state)?.noticeFor('sign-in');
  if (failed) return told(failed);
  if (!(state instanceof Object)) return told(null);
  if ('sessionEnded' in state) return told(success(AUTH_WORDS.sessionEnded));
  if ('emailConfirmed' in state) return told(success(MESSAGES.emailConfirmed));
  return told(null);
}

/** Sends a signed-in user to `path`, unless this page signed them in. `isChecking`: the server has not confirmed the user yet. */
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
