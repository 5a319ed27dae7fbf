import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { signInPath } from '#content/page-paths.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { useSession } from '#web/session/session.ts';
import { currentOpening, noOpening, onOpening } from '#web/shell/opening.ts';

/** Null until the server has confirmed the session. Without a session, leads to the sign-in page and back to `path`. */
export function useSignedIn(path: string): UserRecord | null {
  const { user, phase, endedElsewhere } = useSession();
  const navigate = useNavigate();
  const opening = useSyncExternalStore(onOpening, currentOpening, noOpening);
  const isLeaving = opening.kind === 'opening' && opening.path !== path;
  const nobody = phase !== 'cached' && !user;

  useEffect(() => {
    // Another tab may learn first that a sign-out has ended the session. The page may have navigated before React renders.
    if (!nobody || isLeaving || window.location.pathname !== path) return;
    const state = endedElsewhere ? { signedOutElsewhere: true } : null;
    void navigate(signInPath(path), { replace: true, state });
  }, [nobody, isLeaving, endedElsewhere, navigate, path]);

  return phase === 'cached' ? null : user;
}
