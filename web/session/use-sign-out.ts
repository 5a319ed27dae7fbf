import { PAGES } from '#content/page-paths.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { postBody } from '#web/api/call-api.ts';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { forgetPerson, sessionStore } from './session.ts';
import { mayLeave, useLeavePage } from './use-leave-page.ts';

/** Signs out and opens the home page. If the server cannot be reached, the visitor stays signed in and sees an error. */
export function useSignOut(): () => Promise<void> {
  const leavePage = useLeavePage();
  const { run } = useBusy();

  async function signOut() {
    if (!(await mayLeave())) return;
    toast.loading(SHELL_WORDS.signingOut, ACTION);
    await sessionStore().prepareToLeave();
    const result = await postBody(ACCOUNT_API.signOut);
    // A 401 means that the session had already ended.
    if (result.kind !== 'ok' && !(result.kind === 'refused' && result.status === 401)) {
      toast.error(PAGE_ERRORS.SIGN_OUT_FAILED, ACTION);
      return;
    }
    await leavePage(PAGES.home);
    forgetPerson();
    toast.success(SHELL_WORDS.signedOut, ACTION);
  }

  return () => run(true, signOut);
}
