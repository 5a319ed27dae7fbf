import type { SessionAnswer } from '#contract/identity.ts';
import { pageRecord } from '#contract/page-record.ts';
import type { UserRecord } from '#contract/users.ts';
import type { CallResult } from '#web/api/call-api.ts';

export type Session = {
  /** Who is signed in, as far as is known; null for nobody. */
  readonly user: UserRecord | null;
  /** `cached`: not confirmed yet. `confirmed`: the server said so. `unreachable`: the cache, quietly kept. */
  readonly phase: 'cached' | 'confirmed' | 'unreachable';
  /** Nobody is signed in any more, and it was another tab that said so. */
  readonly endedElsewhere?: boolean;
};

export type SessionStoreParts = {
  readonly readCache: () => UserRecord | null;
  /** False when the cache cannot be written. */
  readonly writeCache: (user: UserRecord | null) => boolean;
  readonly fetchSession: () => Promise<CallResult<SessionAnswer>>;
  /** Shows the state to what is outside React (the attributes on `<html>`). */
  readonly reflect: (user: UserRecord | null) => void;
  /** Tells the other tabs that somebody else is signed in now, or nobody: a cache that is blocked or full tells them nothing. */
  readonly announce: (signedIn: boolean) => void;
};

export const UNKNOWN_SESSION: Session = { user: null, phase: 'cached' };

/**
 * Who is signed in. Starts from the cache, is confirmed by the server, and is told about sign-in, sign-out and
 * what happens in other tabs. An answer that was overtaken by one of those is dropped.
 */
export function createSessionStore(parts: SessionStoreParts) {
  const { readCache, writeCache, fetchSession, reflect, announce } = parts;
  let session: Session = { user: readCache(), phase: 'cached' };
  let turn = 0;
  let hasCache = true;
  const listeners = new Set<() => void>();
  const leavers = new Set<() => Promise<void>>();

  function set(next: Session) {
    turn += 1;
    // It is heard of in several ways, and stays so until somebody signs in.
    const isStillEnded = next.user === null && session.endedElsewhere === true;
    session = isStillEnded ? { ...next, endedElsewhere: true } : next;
    reflect(next.user);
    for (const listener of listeners) listener();
  }

  function take(answered: UserRecord | null) {
    const before = session.user?.id;
    const user = answered && pageRecord(answered);
    hasCache = writeCache(user);
    set({ user, phase: 'confirmed' });
    if (user?.id !== before) announce(user !== null);
  }

  function takeFromOtherTab(user: UserRecord | null) {
    const isEnd = user === null && session.user !== null;
    set({ user, phase: 'confirmed', ...(isEnd && { endedElsewhere: true }) });
  }

  async function confirm(): Promise<void> {
    const asked = turn;
    const cached = readCache()?.id;
    const result = await fetchSession();
    if (asked !== turn) return;
    // Another tab was faster, and its event is still on the way: this answer may be older than what happened there.
    if (readCache()?.id !== cached) return confirm();
    if (result.kind === 'ok') {
      take(result.data.data);
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
      return () => listeners.delete(listener);
    },
    confirm,
    /** The server just answered with this record, or with the end of the session. */
    tell: take,
    /**
     * The server has just saved this record. Nobody is signed in by that: when another tab signed out meanwhile, or in
     * as somebody else, the server is asked who it is now.
     */
    update(saved: UserRecord): void {
      const isTheirs = session.user?.id === saved.id && (!hasCache || readCache()?.id === saved.id);
      if (isTheirs) take(saved);
      else void confirm();
    },
    /** Another tab changed the cache. */
    follow(): void {
      takeFromOtherTab(readCache());
    },
    /** Another tab says that somebody signed in there, or that nobody is signed in any more. */
    hear(signedIn: boolean): void {
      if (signedIn) void confirm();
      else takeFromOtherTab(null);
    },
    /** The page was kept for the way back, and may have missed what other tabs did. */
    resume(): void {
      if (hasCache && readCache()?.id !== session.user?.id) set({ user: readCache(), phase: 'confirmed' });
      void confirm();
    },
    /** Adds something that needs the session once more before it ends. It may take a moment; that it fails changes nothing. */
    onLeaving(prepare: () => Promise<void>) {
      leavers.add(prepare);
      return () => leavers.delete(prepare);
    },
    /** To be awaited before a sign-out or a deletion is sent. Never throws. */
    async prepareToLeave(): Promise<void> {
      await Promise.allSettled([...leavers].map((prepare) => prepare()));
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
