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

/** Asks the server once per page load who is signed in, and follows what other tabs do. Used by the frame. */
export function useConfirmedSession(): void {
  useEffect(() => {
    void sessionStore().confirm();
    const onStorage = (event: StorageEvent) => {
      if (event.key === USER_KEY || event.key === null) sessionStore().follow();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
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
