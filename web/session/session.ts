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

/** The page's only session store. It exists only in the browser, not while prerendering. */
export function sessionStore(): SessionStore {
  store ??= createSessionStore({
    readCache: readCachedUser,
    writeCache: writeCachedUser,
    dropTabCopy,
    fetchSession: () => getAnswer<SessionAnswer>(ACCOUNT_API.session),
    fetchProductRecord: publicSettings().apiHost === '' ? undefined : fetchProductRecord,
    reflect: reflectUser,
    announce: tellTabs,
  });
  return store;
}

/** Signs out on this page and removes everything typed in this tab. Other tabs keep their drafts unless somebody else signs in. */
export function forgetPerson(): void {
  dropAllDrafts();
  sessionStore().tell(null);
}

/** Signs out after the account was deleted. Also removes the drafts in other tabs, because nobody owns them any more. */
export function forgetAccount(): void {
  tellTabs('deleted');
  forgetPerson();
}

/** Loads `product-record.ts` at the first use. Resolves with null if that module cannot be loaded. */
function fetchProductRecord(own: UserRecord, way: SignInWay | undefined): Promise<UserRecord | null> {
  return import('./product-record.ts').then(
    (loaded) => loaded.fetchProductRecord(own, way),
    () => null,
  );
}

/** The current session. While prerendering and hydrating it has no user and the phase `cached`. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => sessionStore().get(),
    () => UNKNOWN_SESSION,
  );
}

/**
 * The signed-in person; null if nobody is signed in. Prefer this hook to `useSession` if only the person is needed: its value
 * changes less often.
 */
export function useUser(): UserRecord | null {
  return useSyncExternalStore(
    subscribe,
    () => sessionStore().get().user,
    () => null,
  );
}

/** Confirms the session at each page load, after a return from the back/forward cache, and when the network is back. */
export function useConfirmedSession(): void {
  useEffect(() => {
    const store = sessionStore();
    void store.confirm();
    const end = new AbortController();
    const { signal } = end;
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      // Changes of session storage are ignored: only pages of this tab make them, and a page from the back/forward cache gets
      // these events late.
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
    // Closes the channel, which would otherwise keep the page out of the back/forward cache.
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

/** Sends a message to the other tabs. While the page is left, its channel is already closed, so a new channel is opened. */
function tellTabs(message: boolean | 'deleted'): void {
  const channel = tabs ?? openChannel('session');
  channel?.postMessage(message);
  if (!tabs) channel?.close();
}

function closeChannel(): void {
  tabs?.close();
  tabs = undefined;
}

function subscribe(listener: () => void): () => void {
  return sessionStore().subscribe(listener);
}

/** Updates `data-account`, which shell/first-paint.ts has set, and removes the drafts of other people. */
function reflectUser(user: UserRecord | null): void {
  if (user) dropDraftsOfOthers(user.id);
  const { dataset } = document.documentElement;
  if (user) dataset.account = 'in';
  else delete dataset.account;
}
