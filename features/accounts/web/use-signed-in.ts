import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { signInPath } from '#content/page-paths.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { useSession } from '#web/session/session.ts';
import { currentOpening, noOpening, onOpening } from '#web/shell/opening.ts';

/**
 * The signed-in person; null until the server has confirmed the session, so that nobody sees another person's data. If nobody is
 * signed in, redirects to the sign-in page, which leads back to `path`.
 */
export function useSignedIn(path: string): UserRecord | null {
  const { user, phase, endedElsewhere } = useSession();
  const navigate = useNavigate();
  const opening = useSyncExternalStore(onOpening, currentOpening, noOpening);
  const isLeaving = opening.kind === 'opening' && opening.path !== path;
  const nobody = phase !== 'cached' && !user;

  useEffect(() => {
    // During a sign-out, another tab may learn first that the session has ended. After a sign-out or a deletion the page has
    // already navigated, although React has not rendered it yet.
    if (!nobody || isLeaving || window.location.pathname !== path) return;
    const state = endedElsewhere ? { signedOutElsewhere: true } : null;
    void navigate(signInPath(path), { replace: true, state });
  }, [nobody, isLeaving, endedElsewhere, navigate, path]);

  return phase === 'cached' ? null : user;
}
