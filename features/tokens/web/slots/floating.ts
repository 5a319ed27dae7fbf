import { useEffect } from 'react';
import { TOKEN_SETTINGS } from '#features/tokens/contract.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { sessionStore } from '#web/session/session.ts';
import { startLoaded } from '#web/ui/start-loaded.ts';

/** Loads the sync once the server has confirmed a session or the end of a session. Without `TOKEN_SYNC_URL` nothing is loaded. */
export default function TokenSync(): null {
  useEffect(() => {
    if (publicSettingsOf(TOKEN_SETTINGS).tokenSyncUrl === '') return;
    const store = sessionStore();
    let knew = false;
    let asked = false;
    let stop = () => {};
    const look = () => {
      const { user, phase } = store.get();
      knew ||= user !== null;
      if (!knew || asked || phase !== 'confirmed') return;
      asked = true;
      stop = startLoaded(() =>
        import('#features/tokens/web/start-token-sync.ts').then(({ startTokenSync }) => startTokenSync),
      );
    };
    const stopLooking = store.subscribe(look);
    look();
    return () => {
      stopLooking();
      stop();
    };
  }, []);

  return null;
}
