import { createHash } from 'node:crypto';
import type { SharedRedis } from '#server/redis/redis.ts';
import { isKeyedHash, keyedHash, type Secrets } from './keyed-hash.ts';
import { CACHE_FILL_MS, CACHE_LIFE_MS, type KnownSession, type SessionCache } from './session-cache.ts';

export type SharedCacheDeps = Secrets & {
  readonly redis: SharedRedis;
  readonly clock: () => Date;
  readonly newToken: () => string;
  /** Milliseconds that never go back. */
  readonly now: () => number;
};

/** Longer than anything that was kept before an ending can live. */
const MARK_MS = 60_000;
/** After it was away, Redis may hold what was ended meanwhile: so long this process does not believe it. */
const DISTRUST_MS = CACHE_FILL_MS + CACHE_LIFE_MS;
const RETRY_MS = 500;

/**
 * Answers what is kept. Where nothing is, leaves the caller's lease, which it needs to keep an answer: an ending in
 * between, or too slow an answer, and the lease is worth nothing. The name of the account's mark is part of the value,
 * as whoever asks does not know yet whose session it is.
 *
 * KEYS: session. ARGV: lease, its life in ms.
 */
const LOOK = `
local found = redis.call('get', KEYS[1])
if not found then
  redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
  return ARGV[1]
end
local mark = string.match(found, '^session (%S+) ')
if mark and redis.call('exists', mark) == 1 then return 'being ended' end
return found`;

/** KEYS: session, mark of its account. ARGV: lease, value, its life in ms. */
const KEEP = `
if redis.call('get', KEYS[1]) ~= ARGV[1] or redis.call('exists', KEYS[2]) == 1 then return 0 end
redis.call('set', KEYS[1], 'session ' .. KEYS[2] .. ' ' .. ARGV[2], 'px', ARGV[3])
return 1`;

/**
 * In Redis, for all processes of the site. An account whose sessions are being ended has a mark for a minute, and with a
 * mark the database is asked. While Redis is away, and until what it held then is over, this process asks the database;
 * a mark that could not be set is tried again for as long as anybody might believe what it should have hidden.
 */
export function createSharedSessionCache(deps: SharedCacheDeps): SessionCache {
  const { redis, clock, newToken, now } = deps;
  let distrustedUntil = Number.NEGATIVE_INFINITY;
  const distrust = () => {
    distrustedUntil = now() + DISTRUST_MS;
  };
  redis.client.on('close', distrust);
  const ask: SharedRedis['ask'] = async (command) => {
    const answer = await redis.ask(command);
    if (answer.kind === 'away') distrust();
    return answer;
  };

  const unmarked = new Map<string, number>();
  const setMark = async (userId: string) => {
    const answer = await ask((client) => client.set(markOf(userId), '1', 'PX', MARK_MS));
    return answer.kind === 'answered';
  };
  const mark = async (userId: string) => {
    if (await setMark(userId)) return;
    if (unmarked.size === 0) setTimeout(retry, RETRY_MS).unref();
    unmarked.set(userId, now() + DISTRUST_MS);
  };
  const retry = async () => {
    for (const [userId, until] of unmarked) {
      if (until < now() || (await setMark(userId))) unmarked.delete(userId);
    }
    if (unmarked.size > 0) setTimeout(retry, RETRY_MS).unref();
  };

  return {
    find: async (by, value, askDatabase) => {
      if (redis.isAway()) distrust();
      if (now() < distrustedUntil) return askDatabase();
      const key = `session:${hashOf(by, value)}`;
      const lease = `lease ${newToken()}`;
      const looked = await ask((client) => client.eval(LOOK, 1, key, lease, CACHE_FILL_MS));
      if (looked.kind === 'away') return askDatabase();
      const kept = readValue(deps, key, looked.value, clock());
      if (kept !== undefined) return kept;
      const session = await askDatabase();
      if (session !== undefined && looked.value === lease) {
        const text = writeValue(deps, key, session, clock());
        await ask((client) => client.eval(KEEP, 2, key, markOf(session.userId), lease, text, CACHE_LIFE_MS));
      }
      return session;
    },
    ending: async (userId, end) => {
      await mark(userId);
      try {
        return await end();
      } finally {
        // Also when it failed: a commit whose answer got lost may have happened.
        await mark(userId);
      }
    },
  };
}

/** Of 190 random bits and more: nobody finds the token from it, and no key is needed that would change some day. */
function hashOf(purpose: string, text: string): string {
  return createHash('sha256').update(`${purpose}\n${text}`).digest('base64url');
}

function markOf(userId: string): string {
  return `ended:${hashOf('account', userId)}`;
}

const PURPOSE = 'kept-session';

/** Signed together with its key: whoever can write into Redis can make no session, nor give one somebody else's. */
function writeValue({ secret }: Secrets, key: string, session: KnownSession, now: Date): string {
  const { sessionId, userId, expiresAt } = session;
  const text = [sessionId, userId, expiresAt, now.getTime() + CACHE_LIFE_MS].join(' ');
  return `${text} ${keyedHash(secret, PURPOSE, `${key} ${text}`)}`;
}

/** `undefined` for everything that is not a session kept under this key, not long ago, by a process with our secrets. */
function readValue(secrets: Secrets, key: string, value: unknown, now: Date): KnownSession | undefined {
  const [kind, _mark, sessionId, userId, expiresAt, until, signature, more] = String(value).split(' ');
  if (kind !== 'session' || sessionId === undefined || userId === undefined || expiresAt === undefined)
    return undefined;
  if (signature === undefined || more !== undefined || Number(until) <= now.getTime()) return undefined;
  const text = [sessionId, userId, expiresAt, until].join(' ');
  if (!isKeyedHash(secrets, signature, PURPOSE, `${key} ${text}`)) return undefined;
  return { sessionId, userId, expiresAt };
}
