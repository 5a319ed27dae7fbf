import type { TokenAnswer } from '#contract/identity.ts';
import { AUTH_API } from '#contract/paths.ts';
import type { SessionStore } from '#web/account/session/session-store.ts';
import { callAccount } from '#web/api/call-api.ts';
import { publicSettings } from '#web/api/public-settings.ts';
import { createTokenSender } from './send-token.ts';
import { createSyncMarkerStore } from './sync-marker.ts';
import { syncTarget } from './sync-target.ts';
import { createTokenClient } from './token-client.ts';
import { createTokenSync } from './token-sync.ts';

const LOCK = 'token-sync';

/**
 * Keeps the other server of `TOKEN_SYNC_URL` told who is signed in, for as long as this page is open. Does nothing for
 * an address that may not have tokens. Whatever goes wrong there stays there: no visitor hears of it.
 */
export function startTokenSync(store: SessionStore): () => void {
  const { tokenSyncUrl, registrableDomain } = publicSettings();
  const target = syncTarget(tokenSyncUrl, registrableDomain);
  if (target === undefined) return () => {};

  const clock = () => Date.now();
  const sync = createTokenSync({
    clock,
    setTimer: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
    account: () => {
      const { user, phase } = store.get();
      return phase === 'confirmed' ? (user?.id ?? null) : undefined;
    },
    onSessionLost: () => void store.confirm(),
    client: createTokenClient({ clock, fetchToken: () => callAccount<TokenAnswer>(AUTH_API.token) }),
    send: createTokenSender(target),
    marker: createSyncMarkerStore(() => localStorage),
    exclusively: oneAtATime(),
  });

  const end = new AbortController();
  const check = () => void sync.check();
  const { signal } = end;
  window.addEventListener('online', () => void sync.retry(), { signal });
  // Timers stand still while a device sleeps and while a page waits for the way back.
  document.addEventListener('visibilitychange', check, { signal });
  window.addEventListener('pageshow', check, { signal });
  const stopFollowing = store.subscribe(check);
  const stopPreparing = store.onLeaving(sync.prepareFarewell);
  check();
  return () => {
    end.abort();
    stopFollowing();
    stopPreparing();
    sync.stop();
  };
}

/** In this page by waiting in line, over all tabs by a Web Lock; browsers without those go on without. */
function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const turn = last.then(() => (navigator.locks ? navigator.locks.request(LOCK, work) : work()));
    // A page that is being left gets no lock any more, and needs none.
    last = turn.catch(() => {});
    await last;
  };
}
