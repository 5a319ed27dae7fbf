import type { TokenAnswer } from '#features/accounts/bodies.ts';
import { AUTH_API, TOKEN_SETTINGS } from '#features/tokens/contract.ts';
import { getAnswer } from '#web/api/call-api.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { sessionStore } from '#web/session/session.ts';
import { createTokenSender, createTokenTaker, syncTarget } from './token-calls.ts';
import { createTokenSync } from './token-sync.ts';

const LOCK = 'token-sync';

/**
 * Sends the visitor's token to `TOKEN_SYNC_URL`, unless `syncTarget` refuses that URL. Returns a function that stops the
 * sync.
 */
export function startTokenSync(): () => void {
  const store = sessionStore();
  const { tokenSyncUrl, registrableDomain } = publicSettingsOf(TOKEN_SETTINGS);
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
    take: createTokenTaker(clock, () => getAnswer<TokenAnswer>(AUTH_API.token)),
    send: createTokenSender(target),
    // Web Locks run one piece of work at a time, over all tabs. A page that is being left gets no lock, which is no error.
    exclusively: async (work) => {
      await navigator.locks?.request(LOCK, work).catch(() => {});
    },
  });

  const end = new AbortController();
  const check = () => void sync.check();
  const { signal } = end;
  window.addEventListener('online', () => void sync.retry(), { signal });
  // Checks again when the visitor returns, because timers stop while a device sleeps or a page is in the back/forward cache.
  document.addEventListener('visibilitychange', check, { signal });
  window.addEventListener('pageshow', check, { signal });
  const stopFollowing = store.subscribe(check);
  const stopPreparing = store.onLeaving(sync.prepareSignOut);
  check();
  return () => {
    end.abort();
    stopFollowing();
    stopPreparing();
    sync.stop();
  };
}
