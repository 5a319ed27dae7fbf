import { useNavigate } from 'react-router';
import { PAGE_ERRORS } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PAGES } from '#contract/paths.ts';
import { signOut } from '#web/account/account-api.ts';
import { toast } from '#web/ui/toasts.tsx';
import { sessionStore } from './session.ts';

/** Signs out, says so and goes home. When the server cannot be told, the visitor stays signed in and is told. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await sessionStore().prepareToLeave();
    const result = await signOut();
    // A session that is already gone is what signing out is for.
    if (result.kind !== 'ok' && !(result.kind === 'refused' && result.status === 401)) {
      toast.error(PAGE_ERRORS.SIGN_OUT_FAILED);
      return;
    }
    // Leaving first: the profile would send a visitor without a session to the sign-in page.
    await navigate(PAGES.home, { flushSync: true });
    sessionStore().tell(null);
    toast.success(MESSAGES.signedOut);
  };
}
