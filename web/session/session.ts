import { useEffect, useSyncExternalStore } from 'react';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { openChannel } from '#web/api/between-tabs.ts';
import { getAnswer } from '#web/api/call-api.ts';
import { publicSettings } from '#web/api/public-settings.ts';
import { dropAllDrafts, dropDraftsOfOthers } from './drafts.ts';
import { dropTabCopy, readCachedUser, USER_KEY, writeCachedUser } from './session-cache.ts';
import {
  createSessionStore,
  type Session,
  type SessionStore,
  type SignInWay,
  UNKNOWN_SESSION,
} from './session-store.ts';

let store: SessionStore | undefined;

/** The page's one session store. Only for the browser, not while prerendering. */
export function sessionStore(): SessionStore {
  store ??= createSessionStore({
    readCache: readCachedUser,
    writeCache: writeCachedUser,
    dropTabCopy,
    fetchSession: () => getAnswer<SessionAnswer>(ACCOUNT_API.session),
    fetchProductRecord: publicSettings().apiHost === '' ? undefined : fetchProductRecord,
    reflect: reflectUser,
    announce: (signedIn) => tabs?.postMessage(signedIn),
  });
  return store;
}

/**
 * Signs out on the page and removes everything typed in this tab. Another tab keeps its drafts until their owner or another person signs
 * in.
 */
export function forgetPerson(): void {
  dropAllDrafts();
  sessionStore().tell(null);
}

/** The same for a deleted account: drafts of other tabs have no owner any more. */
export function forgetAccount(): void {
  tabs?.postMessage('deleted');
  forgetPerson();
}

/** Loaded only when it is used. Null if it cannot be loaded. */
function fetchProductRecord(own: UserRecord, way: SignInWay | undefined): Promise<UserRecord | null> {
  return import('./product-record.ts').then(
    (loaded) => loaded.fetchProductRecord(own, way),
    () => null,
  );
}

/** The session. While prerendering and hydrating it has no user and the phase `cached`. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => sessionStore().get(),
    () => UNKNOWN_SESSION,
  );
}

/** The signed-in person, for code that needs nothing else of the session: it changes less often. */
export function useUser(): UserRecord | null {
  return useSyncExternalStore(
    subscribe,
    () => sessionStore().get().user,
    () => null,
  );
}

/**
 * Confirms the session with the server at each page load, after a return from the back/forward cache and when the network
 * is back. Follows other tabs by the shared cache, and by a channel where storage is blocked or full.
 */
export function useConfirmedSession(): void {
  useEffect(() => {
    const store = sessionStore();
    void store.confirm();
    const end = new AbortController();
    const { signal } = end;
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      // A page from the back/forward cache gets late events for what later pages of its own tab wrote.
      if (storageArea === window.sessionStorage) return;
      if (key === USER_KEY || key === null) store.follow();
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      listenToTabs();
      if (persisted) store.resume();
    };
    const onOnline = () => {
      if (store.get().phase === 'unreachable') void store.confirm();
    };
    window.addEventListener('storage', onStorage, { signal });
    window.addEventListener('pageshow', onShow, { signal });
    window.addEventListener('online', onOnline, { signal });
    // An open channel keeps a page out of the back/forward cache.
    window.addEventListener('pagehide', closeChannel, { signal });
    listenToTabs();
    return () => {
      end.abort();
      closeChannel();
    };
  }, []);
}

let tabs: BroadcastChannel | undefined;

function listenToTabs(): void {
  tabs ??= openChannel('session');
  if (!tabs) return;
  tabs.onmessage = ({ data }) => {
    if (data === 'deleted') dropAllDrafts();
    sessionStore().hear(data === true);
  };
}

function closeChannel(): void {
  tabs?.close();
  tabs = undefined;
}

function subscribe(listener: () => void): () => void {
  return sessionStore().subscribe(listener);
}

/** Updates the attribute that shell/first-paint.ts wrote, and removes what others typed. */
function reflectUser(user: UserRecord | null): void {
  if (user) dropDraftsOfOthers(user.id);
  const { dataset } = document.documentElement;
  if (user) dataset.account = 'in';
  else delete dataset.account;
}
