import { useEffect, useRef, useState } from 'react';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { Provider } from '#features/social-sign-in/contract.ts';
import { socialFailure } from '#features/social-sign-in/web/social-failure.ts';
import { sessionStore } from '#web/session/session.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { SocialRequest, SocialStep } from './sign-in-popup.ts';
import { abandonSocialSignIn, startSocialSignIn } from './social-sign-in.ts';

type SocialHandlers = {
  readonly onNotice: (notice: BannerMessage | null) => void;
  readonly onSignedIn?: (user: UserRecord, request: SocialRequest) => void;
  readonly onProved?: () => void;
  readonly onCodeNeeded?: () => void;
  /** Called instead of `onNotice` when the address has no account and a new account needs an age. */
  readonly onAgeNeeded?: (notice: BannerMessage) => void;
};

/**
 * Signs in with a provider. `waitingFor` is the provider whose window is open. Unmounting closes the window; if the
 * sign-in still succeeds, the session store gets the result.
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

  /** Must be called in the click handler, or the browser blocks the window. */
  function press(request: SocialRequest): void {
    latest.current.onNotice(null);
    startSocialSignIn(request, (step) => take(step, request));
  }

  function take(step: SocialStep, request: SocialRequest): void {
    if (!isHere.current) {
      if (step.kind === 'signed-in') sessionStore().tell(step.user, false, 'social');
      return;
    }
    const { onNotice, onSignedIn, onProved, onCodeNeeded, onAgeNeeded } = latest.current;
    setWaitingFor(step.kind === 'waiting' ? request.provider : null);
    if (step.kind === 'failed') {
      const tell = step.code === 'age-needed' ? (onAgeNeeded ?? onNotice) : onNotice;
      tell(socialFailure(request.provider, step.code, request.purpose));
    }
    if (step.kind === 'signed-in') onSignedIn?.(step.user, request);
    if (step.kind === 'proved') onProved?.();
    if (step.kind === 'code-needed') onCodeNeeded?.();
  }

  return { waitingFor, press };
}
