import type { Logger } from 'pino';
import { createProcessSessionCache, type SessionCache } from '#server/accounts/session-cache.ts';
import { createSharedSessionCache, type SharedCacheDeps } from '#server/accounts/shared-session-cache.ts';
import { openRedis } from '#server/redis/redis.ts';
import { until } from './restarting-site.ts';

type TestSessionCache = { readonly cache: SessionCache; readonly close: () => Promise<void> };

/** As the real site has it: in Redis for PostgreSQL, if TEST_REDIS_URL names one; else in this process. */
export async function openTestSessionCache(
  deps: Omit<SharedCacheDeps, 'redis' | 'now'>,
  origin: string,
  log: Logger,
): Promise<TestSessionCache> {
  const now = () => performance.now();
  const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '' } = process.env;
  if (TEST_DATABASE_URL === '' || TEST_REDIS_URL === '')
    return { cache: createProcessSessionCache(now), close: async () => {} };
  const redis = openRedis(TEST_REDIS_URL, origin, log);
  await until(() => !redis.isAway());
  return { cache: createSharedSessionCache({ ...deps, redis, now }), close: redis.close };
}
