import { useEffect, useRef, useState } from 'react';
import type { Provider } from '#contract/social.ts';
import type { UserRecord } from '#contract/users.ts';
import { sessionStore } from '#web/account/session/session.ts';
import { type AuthNotice, socialFailure } from '#web/account/sign-in/auth-notice.ts';
import type { SocialRequest, SocialStep } from './sign-in-popup.ts';
import { abandonSocialSignIn, startSocialSignIn } from './social-sign-in.ts';

type SocialHandlers = {
  readonly onNotice: (notice: AuthNotice | null) => void;
  readonly onSignedIn?: (user: UserRecord, request: SocialRequest) => void;
  readonly onProved?: () => void;
};

/**
 * Signing in with a provider from a screen. `waitingFor` is the provider whose window is open. When the screen goes,
 * so does the window; who was signed in by it all the same is still told to the page.
 */
export function useSocialSignIn(handlers: SocialHandlers) {
  const [waitingFor, setWaitingFor] = useState<Provider | null>(null);
  const isHere = useRef(false);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      abandonSocialSignIn();
    };
  }, []);

  /** Must be called inside the press itself. */
  function press(request: SocialRequest): void {
    latest.current.onNotice(null);
    startSocialSignIn(request, (step) => take(step, request));
  }

  function take(step: SocialStep, request: SocialRequest): void {
    if (!isHere.current) {
      if (step.kind === 'signed-in') sessionStore().tell(step.user);
      return;
    }
    const { onNotice, onSignedIn, onProved } = latest.current;
    setWaitingFor(step.kind === 'waiting' ? request.provider : null);
    if (step.kind === 'failed') onNotice(socialFailure(request.provider, step.code, request.purpose));
    if (step.kind === 'signed-in') onSignedIn?.(step.user, request);
    if (step.kind === 'proved') onProved?.();
  }

  return { waitingFor, press };
}
