import { useEffect, useRef } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { failure } from '#features/accounts/web/sign-in/auth-notice.ts';
import type { SignInMethod, SignInPage } from '#features/accounts/web/sign-in/sign-in-slots.ts';
import { passkeyCall } from '#features/passkeys/web/passkeys.ts';
import { Button } from '#web/ui/button.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { whenIdle } from '#web/ui/when-idle.ts';

/** The passkey offer gets a new challenge after this time, because the server accepts a challenge for five minutes. */
const RENEW_MS = 4 * 60_000;

/** The browser offers a passkey in the email field once the page is idle. */
function usePasskey(page: SignInPage) {
  const isShown = page.view === 'sign-in';
  const prompt = useBusy();
  const busy = prompt.busy !== null;
  const latest = useRef(page);
  useEffect(() => {
    latest.current = page;
  });

  /** Returns true if the site refused the chosen passkey. */
  async function signIn(autofill?: AbortSignal): Promise<boolean> {
    const result = await passkeyCall(({ signInByPasskey }) =>
      signInByPasskey(() => latest.current.isRememberTicked(), autofill),
    );
    const { onNotice, onSignedIn } = latest.current;
    if (result.kind === 'cancelled') return false;
    if (result.kind === 'ok') {
      const { data, remembered = false, secondStep } = result.data;
      if (secondStep) await latest.current.onCodeNeeded();
      if (data) await onSignedIn(data, remembered);
      return false;
    }
    const isRefused = result.kind === 'refused' && result.status === 403;
    // Nobody asked for the offer in the email field, so only the error about a chosen passkey is shown.
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

  return (panel: SignInPage['view']) =>
    panel === 'sign-in' && (
      <Button busy={busy} onClick={() => void press()}>
        {AUTH_WORDS.signIn.passkey}
      </Button>
    );
}

export default { name: 'passkey', order: 2, useMethod: usePasskey } satisfies SignInMethod;
