import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { sessionStore } from '#web/session/session.ts';
import { toast } from '#web/ui/toasts.tsx';
import { afterPassword } from './after-password.ts';
import { takeReturnPath, useGoOn } from './return-path.ts';

type Ways = {
  /** The toast that says it. */
  readonly done: string;
  /** Where they go unless they were on the way to a page. */
  readonly home: string;
};

/** Leads on from the page of a mailed link, which has signed somebody in. */
export function useEnter() {
  const goOn = useGoOn();
  return async (user: UserRecord, { done, home }: Ways) => {
    sessionStore().tell(user, false, 'password');
    toast.success(done);
    await goOn(takeReturnPath() ?? home);
    afterPassword();
  };
}
