import { useEffect } from 'react';
import { publicSettings } from '#web/api/public-settings.ts';
import { sessionStore } from '#web/session/session.ts';

/** Loads the token sync when a session, or the end of one, is confirmed. Without `TOKEN_SYNC_URL` nothing is loaded. */
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
        // Loading fails in a tab that is older than the newest build. The next page load tries again.
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
