import { useSession } from '#web/account/session/session.ts';
import { initialOf } from '#web/ui/initial-of.ts';

/**
 * The user's initial in a circle. Empty in the static HTML, where the stylesheet fills it from a custom property
 * (see first-paint.ts), so that it is right before React runs and needs no correction afterwards.
 */
export function AccountInitial() {
  const { user } = useSession();
  return (
    <span className="account-initial" aria-hidden="true">
      {user ? initialOf(user.name) : null}
    </span>
  );
}

/** The user's name, filled the same way. */
export function AccountName() {
  const { user } = useSession();
  return (
    <span className="account-name" data-testid="account-name">
      {user?.name}
    </span>
  );
}
