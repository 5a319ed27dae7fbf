import { useEffect, useSyncExternalStore } from 'react';
import type { SessionAnswer } from '#contract/identity.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { UserRecord } from '#contract/users.ts';
import { callAccount } from '#web/api/call-api.ts';
import { readCachedUser, USER_KEY, writeCachedUser } from './session-cache.ts';
import { createSessionStore, type Session, type SessionStore, UNKNOWN_SESSION } from './session-store.ts';

let store: SessionStore | undefined;

/** The page's one session store. Only for the browser: there is no visitor while prerendering. */
export function sessionStore(): SessionStore {
  store ??= createSessionStore({
    readCache: readCachedUser,
    writeCache: writeCachedUser,
    fetchSession: () => callAccount<SessionAnswer>(ACCOUNT_API.session),
    reflect: showOnDocument,
    announce: (signedIn) => tabs?.postMessage(signedIn),
  });
  return store;
}

/** Who is signed in. While prerendering and hydrating: nobody yet, in the phase `cached`. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => sessionStore().get(),
    () => UNKNOWN_SESSION,
  );
}

/**
 * Asks the server once per page load who is signed in, again after a way back to a kept page or to a network, and follows
 * what other tabs do: by the cache that they share, and by a channel where that is blocked or full. Used by the frame.
 */
export function useConfirmedSession(): void {
  useEffect(() => {
    const store = sessionStore();
    void store.confirm();
    const end = new AbortController();
    const { signal } = end;
    const onStorage = ({ key }: StorageEvent) => {
      if (key === USER_KEY || key === null) store.follow();
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      openChannel();
      if (persisted) store.resume();
    };
    const onOnline = () => {
      if (store.get().phase === 'unreachable') void store.confirm();
    };
    window.addEventListener('storage', onStorage, { signal });
    window.addEventListener('pageshow', onShow, { signal });
    window.addEventListener('online', onOnline, { signal });
    // Browsers do not keep a page for the way back that has a channel open.
    window.addEventListener('pagehide', closeChannel, { signal });
    openChannel();
    return () => {
      end.abort();
      closeChannel();
    };
  }, []);
}

let tabs: BroadcastChannel | undefined;

function openChannel(): void {
  if (tabs || typeof BroadcastChannel !== 'function') return;
  tabs = new BroadcastChannel('session');
  tabs.onmessage = ({ data }) => sessionStore().hear(data === true);
}

function closeChannel(): void {
  tabs?.close();
  tabs = undefined;
}

function subscribe(listener: () => void): () => void {
  const stop = sessionStore().subscribe(listener);
  return () => {
    stop();
  };
}

/** Keeps the attribute that the first paint wrote (see shell/first-paint.ts) in step with the session. */
function showOnDocument(user: UserRecord | null): void {
  const { dataset } = document.documentElement;
  if (user) dataset.account = 'in';
  else delete dataset.account;
}
