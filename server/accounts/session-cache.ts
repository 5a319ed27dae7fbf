/** A session as the calls of its owner need it: ids and expiry, nothing of the person, and no proof of ownership. */
export type KnownSession = {
  readonly sessionId: string;
  readonly userId: string;
  /** ISO 8601. A session slides on, so the database may know a later time than this. */
  readonly expiresAt: string;
};

/**
 * Spares the database most questions for a session (docs/decisions/0026). Only what is there is kept, never that
 * something is not, and `CACHE_LIFE_MS` at most. Whatever is in doubt, the database is asked.
 */
export type SessionCache = {
  /**
   * The session by one of its two names.
   *
   * @param ask the database: its answer is kept, unless the account's sessions are being ended meanwhile
   */
  readonly find: (
    by: 'id' | 'token',
    value: string,
    ask: () => Promise<KnownSession | undefined>,
  ) => Promise<KnownSession | undefined>;
  /**
   * Does what ends one or all sessions of an account. Everything that deletes a session of an account goes through
   * here, from before the deletion until after its commit: when this resolves, no process finds an ended one any more.
   */
  readonly ending: <T>(userId: string, end: () => Promise<T>) => Promise<T>;
};

/** Milliseconds that an answer is kept. */
export const CACHE_LIFE_MS = 25_000;

/** Milliseconds that the database may take for an answer that is kept. With the life above: the worst case, 30 seconds. */
export const CACHE_FILL_MS = 5_000;

/** Without Redis, several processes share nothing but the database. */
export const UNCACHED_SESSIONS: SessionCache = {
  find: (_by, _value, ask) => ask(),
  ending: (_userId, end) => end(),
};

/** A few hundred bytes each. */
const MOST_KEPT = 10_000;

/**
 * In this process, for a site that has one.
 *
 * @param now milliseconds that never go back
 */
export function createProcessSessionCache(now: () => number): SessionCache {
  const kept = new Map<string, { readonly session: KnownSession; readonly until: number }>();
  let endings = 0;
  const forget = (userId: string) => {
    endings++;
    for (const [key, { session }] of kept) if (session.userId === userId) kept.delete(key);
  };
  return {
    find: async (by, value, ask) => {
      const key = `${by} ${value}`;
      const found = kept.get(key);
      if (found !== undefined && found.until > now()) return found.session;
      const [before, started] = [endings, now()];
      const session = await ask();
      kept.delete(key);
      // The answer may be from before an ending that is over by now.
      if (session === undefined || endings !== before || now() - started > CACHE_FILL_MS) return session;
      const [oldest] = kept.keys();
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(key, { session, until: now() + CACHE_LIFE_MS });
      return session;
    },
    ending: async (userId, end) => {
      forget(userId);
      try {
        return await end();
      } finally {
        // Also when it failed: a commit whose answer got lost may have happened.
        forget(userId);
      }
    },
  };
}
