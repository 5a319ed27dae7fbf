import { useEffect, useRef } from 'react';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { failure } from '#features/accounts/web/sign-in/auth-notice.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import { passkeyCall } from './passkeys.ts';

/** How often the offer asks for a new challenge, which the server accepts for five minutes. */
const RENEW_MS = 4 * 60_000;

type Handlers = {
  /** Whether the panel with the email field is shown. */
  readonly isShown: boolean;
  readonly isRememberTicked: () => boolean;
  readonly onNotice: (notice: BannerMessage | null) => void;
  readonly onSignedIn: (user: UserRecord, remembered: boolean) => void;
  readonly onCodeNeeded: () => Promise<void>;
};

/**
 * Signs in with a passkey: the browser offers it in the email field once the page is idle, and `press` asks for it.
 * Closing the prompt changes nothing.
 */
export function usePasskeySignIn(handlers: Handlers) {
  const { isShown } = handlers;
  const prompt = useBusy();
  const busy = prompt.busy !== null;
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  /** Returns whether the site refused the chosen passkey. */
  async function signIn(autofill?: AbortSignal): Promise<boolean> {
    const result = await passkeyCall(({ signInByPasskey }) =>
      signInByPasskey(() => latest.current.isRememberTicked(), autofill),
    );
    const { onNotice, onSignedIn } = latest.current;
    if (result.kind === 'cancelled') return false;
    if (result.kind === 'ok') {
      const { data, remembered = false, secondStep } = result.data;
      if (secondStep) await latest.current.onCodeNeeded();
      if (data) onSignedIn(data, remembered);
      return false;
    }
    const isRefused = result.kind === 'refused' && result.status === 403;
    // Nobody asked for the offer in the email field, so an error is shown only if a passkey was chosen.
    if (autofill === undefined || isRefused) onNotice(failure(result));
    return isRefused;
  }

  async function press() {
    latest.current.onNotice(null);
    await prompt.run(true, () => signIn());
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `signIn` always reads the latest values.
  useEffect(() => {
    if (!isShown || busy || !('PublicKeyCredential' in window)) return;
    const offered = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;
    const offer = async (): Promise<void> => {
      if (document.hidden || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      if (await signIn(offered.signal)) await offer();
    };
    const cancel = whenIdle(() => {
      void offer();
      timer = setInterval(() => void offer(), RENEW_MS);
    });
    return () => {
      cancel();
      clearInterval(timer);
      offered.abort();
    };
  }, [isShown, busy]);

  return { busy, press };
}
