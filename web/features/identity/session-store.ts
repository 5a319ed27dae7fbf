import type { SessionAnswer } from '#contract/identity.ts';
import type { UserRecord } from '#contract/users.ts';
import type { CallResult } from '#web/api/call-api.ts';

export type Session = {
  /** Who is signed in, as far as is known; null for nobody. */
  readonly user: UserRecord | null;
  /** `cached`: not confirmed yet. `confirmed`: the server said so. `unreachable`: the cache, quietly kept. */
  readonly phase: 'cached' | 'confirmed' | 'unreachable';
};

export type SessionStoreParts = {
  readonly readCache: () => UserRecord | null;
  readonly writeCache: (user: UserRecord | null) => void;
  readonly fetchSession: () => Promise<CallResult<SessionAnswer>>;
  /** Shows the state to what is outside React (the attributes on `<html>`). */
  readonly reflect: (user: UserRecord | null) => void;
};

export const UNKNOWN_SESSION: Session = { user: null, phase: 'cached' };

/**
 * Who is signed in. Starts from the cache, is confirmed by the server, and is told about sign-in, sign-out and
 * what happens in other tabs. An answer that was overtaken by one of those is dropped.
 */
export function createSessionStore({ readCache, writeCache, fetchSession, reflect }: SessionStoreParts) {
  let session: Session = { user: readCache(), phase: 'cached' };
  let turn = 0;
  const listeners = new Set<() => void>();

  function set(next: Session) {
    turn += 1;
    session = next;
    reflect(next.user);
    for (const listener of listeners) listener();
  }

  return {
    get: () => session,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async confirm(): Promise<void> {
      const asked = turn;
      const result = await fetchSession();
      if (asked !== turn) return;
      if (result.kind === 'ok') {
        writeCache(result.data.data);
        set({ user: result.data.data, phase: 'confirmed' });
      } else if (result.kind === 'refused' && result.status === 401) {
        writeCache(null);
        set({ user: null, phase: 'confirmed' });
      } else {
        set({ user: session.user, phase: 'unreachable' });
      }
    },
    /** The server just answered with this record, or with the end of the session. */
    tell(user: UserRecord | null): void {
      writeCache(user);
      set({ user, phase: 'confirmed' });
    },
    /** Another tab changed the cache. */
    follow(): void {
      set({ user: readCache(), phase: 'confirmed' });
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
