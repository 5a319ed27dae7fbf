import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { sessionStore } from '#web/session/session.ts';
import type { SignInWay } from '#web/session/session-store.ts';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { takeReturnPath, useGoOn } from './auth-path.ts';

type Ways = {
  readonly done: string;
  /** The page to open if the person did not come from a page that asked them to sign in. */
  readonly home: string;
};

/** Opens the next page after a mailed link has signed the person in. */
export function useEnter() {
  const goOn = useGoOn();
  return async (user: UserRecord, { done, home }: Ways) => {
    sessionStore().tell(user, false, 'password');
    await goOn(takeReturnPath() ?? home);
    finishSignIn(done, 'password');
  };
}

const ACTS = Object.values(
  import.meta.glob<() => void>('/features/*/web/slots/after-password.ts', { eager: true, import: 'default' }),
);

/**
 * Tells the person that they are signed in. After a sign-in with a password, also runs functions that features add. Call it after
 * the focus has moved to the heading of the next page, because some screen readers stop reading a message when the focus moves.
 */
export function finishSignIn(done: string, way: SignInWay): void {
  toast.success(done, ACTION);
  if (way === 'password') for (const act of ACTS) act();
}
