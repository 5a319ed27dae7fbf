import { AUTH_WORDS } from '#content/sign-in.ts';
import type { SignInMethod, SignInPage } from '#features/accounts/web/sign-in/sign-in-method.ts';
import { usePasskeySignIn } from '#features/passkeys/web/use-passkey-sign-in.ts';
import { writeRememberDevice } from '#web/session/session-cache.ts';
import { Button } from '#web/ui/button.tsx';

/** Sign-in with a passkey: a button below the form, and the browser's offer in the email field. */
function usePasskey({ view, ...page }: SignInPage) {
  const { busy, press } = usePasskeySignIn({
    isShown: view === 'sign-in',
    isRememberTicked: page.isRememberTicked,
    onNotice: page.onNotice,
    onCodeNeeded: page.onCodeNeeded,
    onSignedIn(user, remembered) {
      writeRememberDevice(remembered);
      page.onSignedIn(user, remembered, 'password');
    },
  });
  return (panel: SignInPage['view']) =>
    panel === 'sign-in' && (
      <Button busy={busy} onClick={() => void press()}>
        {AUTH_WORDS.signIn.passkey}
      </Button>
    );
}

export default { name: 'passkey', order: 2, useMethod: usePasskey } satisfies SignInMethod;
