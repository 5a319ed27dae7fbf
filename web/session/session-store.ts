import type { SessionAnswer } from '#features/accounts/bodies.ts';
import { pageRecord } from '#features/accounts/page-record.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';

export type Session = {
  /** Null when nobody is signed in. */
  readonly user: UserRecord | null;
  /** `cached`: from storage. `confirmed`: from the server or another tab. `unreachable`: the server did not answer. */
  readonly phase: 'cached' | 'confirmed' | 'unreachable';
  /** Another tab ended the session. */
  readonly endedElsewhere?: boolean;
};

/** With a password, or in a provider's window. */
export type SignInWay = 'password' | 'social';

export type SessionStoreParts = {
  readonly readCache: () => UserRecord | null;
  /** False if the cache cannot be written. */
  readonly writeCache: (user: UserRecord | null, remembered?: boolean) => boolean;
  /** Removes the record of a session that is not remembered; only this tab has it. */
  readonly dropTabCopy: () => void;
  readonly fetchSession: () => Promise<CallResult<SessionAnswer>>;
  /** Asks another product server for its record of the signed-in person; absent if our own server has the records. */
  readonly fetchProductRecord?:
    | ((own: UserRecord, way: SignInWay | undefined) => Promise<UserRecord | null>)
    | undefined;
  /** Updates the attributes of `<html>`, which are outside React. */
  readonly reflect: (user: UserRecord | null) => void;
  /** Tells other tabs that the person changed, because a blocked or full cache sends no storage event. */
  readonly announce: (signedIn: boolean) => void;
};

export const UNKNOWN_SESSION: Session = { user: null, phase: 'cached' };

/**
 * Holds the signed-in person: first from the cache, then from the server, then from sign-ins and sign-outs in this tab and others. A server
 * answer older than one of those is dropped.
 */
export function createSessionStore(parts: SessionStoreParts) {
  const { readCache, writeCache, dropTabCopy, fetchSession, fetchProductRecord, reflect, announce } = parts;
  const cached = readCache();
  // The object used while hydrating, if the content is the same: React would render every reader again for a new one.
  let session: Session = cached === null ? UNKNOWN_SESSION : { user: cached, phase: 'cached' };
  let turn = 0;
  let hasCache = true;
  const listeners = new Set<() => void>();
  const leavers = new Set<() => Promise<void>>();

  function set(next: Session) {
    turn += 1;
    // Several events report the same end; the flag stays until the next sign-in.
    const isStillEnded = next.user === null && session.endedElsewhere === true;
    session = isStillEnded ? { ...next, endedElsewhere: true } : next;
    reflect(next.user);
    for (const listener of listeners) listener();
  }

  function take(answered: UserRecord | null, remembered?: boolean) {
    const before = session.user?.id;
    const user = answered && pageRecord(answered);
    hasCache = writeCache(user, remembered);
    set({ user, phase: 'confirmed' });
    if (user?.id !== before) announce(user !== null);
  }

  /** Takes over our own server's answer. If another server has the records, its last answer stays until it answers again. */
  function takeSession(own: UserRecord | null, remembered?: boolean, way?: SignInWay) {
    if (own === null || fetchProductRecord === undefined) return take(own, remembered);
    const known = session.user ?? readCache();
    // The address always comes from our own server (record 0061).
    take(known?.id === own.id ? { ...known, email: own.email } : own, remembered);
    const asked = turn;
    void fetchProductRecord(own, way).then((theirs) => {
      if (theirs && asked === turn) take(theirs);
    });
  }

  function takeFromOtherTab(hasEnded: boolean) {
    dropTabCopy();
    const user = hasEnded ? null : readCache();
    const isEnd = user === null && session.user !== null;
    set({ user, phase: 'confirmed', ...(isEnd && { endedElsewhere: true }) });
  }

  async function confirm(): Promise<void> {
    const asked = turn;
    const cached = readCache()?.id;
    const result = await fetchSession();
    if (asked !== turn) return;
    // Another tab changed the cache and its storage event is still to come: this answer may be outdated.
    if (readCache()?.id !== cached) return confirm();
    if (result.kind === 'ok') {
      takeSession(result.data.data, result.data.remembered);
    } else if (result.kind === 'refused' && result.status === 401) {
      take(null);
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
    /** Takes over the record of a sign-in, whether it is remembered and how it was done, or null for the end of the session. */
    tell: takeSession,
    /**
     * Takes over a record that the server just saved. If another tab changed the person, asks the server for the session instead, because
     * saving a record must not sign anybody in.
     */
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
      if (signedIn) void confirm();
      else takeFromOtherTab(true);
    },
    /** Handles a return from the back/forward cache, where the page got no events. */
    resume(): void {
      if (hasCache && readCache()?.id !== session.user?.id) set({ user: readCache(), phase: 'confirmed' });
      void confirm();
    },
    /** Registers work that needs the session before it ends. Its failure is ignored. */
    onLeaving(prepare: () => Promise<void>) {
      leavers.add(prepare);
      return () => leavers.delete(prepare);
    },
    /** Runs the registered work. Await it before a sign-out or a deletion. Never throws. */
    async prepareToLeave(): Promise<void> {
      await Promise.allSettled([...leavers].map((prepare) => prepare()));
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
