import { useNavigate } from 'react-router';
import type { ResetAnswer, VerifyAnswer } from '#contract/identity.ts';
import { signIn } from '#web/account/account-api.ts';
import { offerPasskey } from '#web/account/passkeys/offer-passkey.ts';
import { sessionStore } from '#web/session/session.ts';
import { toast } from '#web/ui/toasts.tsx';
import { authPath } from './auth-view.ts';
import { takeReturnPath, useGoOn } from './return-path.ts';

type Ways = {
  /** The toast of who is signed in. */
  readonly done: string;
  /** Where they go unless they were on the way to a page. */
  readonly home: string;
  /** What tells the sign-in page why it is shown. */
  readonly otherwise: 'emailConfirmed' | 'passwordChanged';
};

/**
 * Leads on from the page of a mailed link. Where the server gave no session with the link, signs in with the password that has just
 * been chosen on that page; where that does not work either, leads to the sign-in page with the address filled in.
 */
export function useEnter() {
  const navigate = useNavigate();
  const goOn = useGoOn();
  return async (
    { data, email }: VerifyAnswer | ResetAnswer,
    password: string | undefined,
    { done, home, otherwise }: Ways,
  ) => {
    const path = takeReturnPath();
    const user = data ?? (password ? await signInWith(email, password) : null);
    if (user) {
      sessionStore().tell(user, false, 'password');
      toast.success(done);
      await goOn(path ?? home);
      offerPasskey();
    } else {
      // A reset ends every session, this browser's too (decisions §3.8).
      await sessionStore().confirm();
      await navigate(authPath('sign-in', path), { state: { [otherwise]: true, email } });
    }
  };
}

async function signInWith(email: string, password: string) {
  const result = await signIn({ email, password }, false);
  return result.kind === 'ok' ? result.data.data : null;
}
