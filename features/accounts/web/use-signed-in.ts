import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { signInPath } from '#content/page-paths.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { sessionStore, useSession } from '#web/session/session.ts';
import { currentOpening, noOpening, onOpening } from '#web/shell/opening.ts';

/**
 * The signed-in person; null until the server has confirmed the session. Without a session, opens the sign-in page, which
 * leads back to `path`.
 */
export function useSignedIn(path: string): UserRecord | null {
  const { user, phase, endedElsewhere } = useSession();
  const navigate = useNavigate();
  const opening = useSyncExternalStore(onOpening, currentOpening, noOpening);
  const signIn = signInPath(path);
  // A sign-in page that failed to open is not opened again automatically, because the attempts would never end.
  const isLeaving =
    opening.kind === 'failed'
      ? opening.url.endsWith(signIn)
      : opening.kind === 'opening' && opening.path !== path;
  const nobody = phase !== 'cached' && !user;

  useEffect(() => {
    // Does nothing while this page is being left, because a sign-out or a deletion opens another page itself.
    if (!nobody || isLeaving || window.location.pathname !== path) return;
    const state = endedElsewhere ? { sessionEnded: true } : null;
    void navigate(signIn, { replace: true, state });
  }, [nobody, isLeaving, endedElsewhere, navigate, path, signIn]);

  return phase === 'cached' ? null : user;
}

/**
 * True if the server answered that nobody is signed in. Then asks for the session again, so that the page shows the sign-out.
 */
export function noticeSignedOut(result: { readonly kind: string; readonly status?: number }): boolean {
  const isOut = result.kind === 'refused' && result.status === 401;
  if (isOut) void sessionStore().confirm();
  return isOut;
}
