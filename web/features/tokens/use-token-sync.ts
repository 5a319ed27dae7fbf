import { useEffect } from 'react';
import { sessionStore } from '#web/account/session/session.ts';
import { publicSettings } from '#web/api/public-settings.ts';

/**
 * Starts the token sync once it is known for certain that somebody is signed in, or no longer is. Whoever was signed out
 * all along, and every visitor of a site without `TOKEN_SYNC_URL`, loads nothing of it. Used by the frame.
 */
export function useTokenSync(): void {
  useEffect(() => {
    if (publicSettings().tokenSyncUrl === '') return;
    const store = sessionStore();
    let knew = false;
    let asked = false;
    let left = false;
    let stop = () => {};
    const look = () => {
      const { user, phase } = store.get();
      knew ||= user !== null;
      if (!knew || asked || phase !== 'confirmed') return;
      asked = true;
      import('./start-token-sync.ts').then(
        ({ startTokenSync }) => {
          if (!left) stop = startTokenSync(store);
        },
        // Not to be had, as in a tab older than the newest build. The next page load tries again.
        () => {},
      );
    };
    const stopLooking = store.subscribe(look);
    look();
    return () => {
      left = true;
      stopLooking();
      stop();
    };
  }, []);
}
