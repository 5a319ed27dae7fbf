import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { pageRecord } from '#features/accounts/page-record.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';

export type Session = {
  readonly user: UserRecord | null;
  /** `cached`: `user` is from storage. `confirmed`: from the server or another tab. `unreachable`: no answer came. */
  readonly phase: 'cached' | 'confirmed' | 'unreachable';
  /** True if the page showed a person, and another tab or the server then said that the session has ended. */
  readonly endedElsewhere?: boolean;
};

/** How a person signed in: with a password, or with a provider such as Google. */
export type SignInWay = 'password' | 'social';

type SessionStoreParts = {
  readonly readCache: () => UserRecord | null;
  /** Writes the cached record; null removes it. Returns false when the cache cannot be written. */
  readonly writeCache: (user: UserRecord | null, remembered?: boolean) => boolean;
  /** Removes the cached record from the storage of this tab. It is there only if the session is not remembered. */
  readonly dropTabCopy: () => void;
  readonly fetchSession: () => Promise<CallResult<SessionAnswer>>;
  /** Fetches the signed-in person's record from another product server. Undefined if the site itself has the records. */
  readonly fetchProductRecord?:
    | ((own: UserRecord, way: SignInWay | undefined) => Promise<UserRecord | null>)
    | undefined;
  readonly reflect: (user: UserRecord | null) => void;
  /** Tells other tabs who is signed in. Needed because blocked or full storage sends no storage event. */
  readonly announce: (signedIn: boolean) => void;
};

/** Where the information about the signed-in person comes from: this page, another tab, or the server. */
type Source = 'page' | 'tab' | 'server';

export const UNKNOWN_SESSION: Session = { user: null, phase: 'cached' };

/** Finds out who is signed in: first from the cache, then from the server and from other tabs. Ignores outdated answers. */
export function createSessionStore(parts: SessionStoreParts) {
  const { readCache, writeCache, dropTabCopy, fetchSession, fetchProductRecord, reflect, announce } = parts;
  const cached = readCache();
  // Without a cached user, this must be the object used during hydration: with a new object, React would render every
  // component that reads the session again.
  let session: Session = cached === null ? UNKNOWN_SESSION : { user: cached, phase: 'cached' };
  let turn = 0;
  let hasCache = true;
  const listeners = new Set<() => void>();
  const leavers = new Set<() => Promise<void>>();

  function set(next: Session, from: Source = 'page') {
    turn += 1;
    const isEnd = from !== 'page' && session.user !== null;
    // Several events can report the same end of a session, so `endedElsewhere` is kept until the next sign-in.
    const isEnded = next.user === null && (isEnd || session.endedElsewhere === true);
    session = isEnded ? { ...next, endedElsewhere: true } : next;
    reflect(next.user);
    for (const listener of listeners) listener();
  }

  function take(answered: UserRecord | null, remembered?: boolean, from: Source = 'page') {
    const before = session.user?.id;
    const user = answered && pageRecord(answered);
    hasCache = writeCache(user, remembered);
    set({ user, phase: 'confirmed' }, from);
    // If another tab made the change, that tab has already announced it to all tabs.
    if (user?.id !== before && from !== 'tab') announce(user !== null);
  }

  /**
   * Stores the person whom the site's own server names. If another product server has sent a record of this person, that record is
   * kept until the server answers again.
   */
  function takeSession(own: UserRecord | null, remembered?: boolean, way?: SignInWay, from?: Source) {
    if (own === null || fetchProductRecord === undefined) return take(own, remembered, from);
    const known = session.user ?? readCache();
    // The email address always comes from the site's own server (docs/decisions/0061).
    take(known?.id === own.id ? { ...known, email: own.email } : own, remembered, from);
    const asked = turn;
    void fetchProductRecord(own, way).then((theirs) => {
      if (theirs && asked === turn) take(theirs);
    });
  }

  function takeFromOtherTab(hasEnded: boolean) {
    dropTabCopy();
    set({ user: hasEnded ? null : readCache(), phase: 'confirmed' }, 'tab');
  }

  async function confirm(from: Source = 'server'): Promise<void> {
    const asked = turn;
    const cached = readCache()?.id;
    const result = await fetchSession();
    if (asked !== turn) return;
    // If another tab has changed the cache, this answer may be outdated, so the server is asked again.
    if (readCache()?.id !== cached) return confirm(from);
    if (result.kind === 'ok') {
      takeSession(result.data.data, result.data.remembered, undefined, from);
    } else if (result.kind === 'refused' && result.status === 401) {
      take(null, undefined, from);
    } else {
      set({ user: session.user, phase: 'unreachable' });
    }
  }

  return {
    get: () => session,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    confirm,
    /** Stores the person who has just signed in; null ends the session. */
    tell: takeSession,
    /** Stores a saved record. If another tab has changed the person, asks the server instead: a save must not sign anybody in. */
    update(saved: UserRecord): void {
      const isTheirs = session.user?.id === saved.id && (!hasCache || readCache()?.id === saved.id);
      if (isTheirs) take(saved);
      else void confirm();
    },
    /** Handles a storage event: another tab changed the cache. */
    follow(): void {
      takeFromOtherTab(false);
    },
    /** Handles a channel message: another tab signed in or out. */
    hear(signedIn: boolean): void {
      if (signedIn) void confirm('tab');
      else takeFromOtherTab(true);
    },
    /** Handles a return from the back/forward cache, in which a page gets no events. */
    resume(): void {
      if (hasCache && readCache()?.id !== session.user?.id) set({ user: readCache(), phase: 'confirmed' });
      void confirm();
    },
    /** Registers work that must run before the session ends. A failure of the work is ignored. */
    onLeaving(prepare: () => Promise<void>) {
      leavers.add(prepare);
      return () => leavers.delete(prepare);
    },
    /** Runs the registered work. Await this before a sign-out or a deletion. Never throws. */
    async prepareToLeave(): Promise<void> {
      await Promise.allSettled([...leavers].map((prepare) => prepare()));
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
