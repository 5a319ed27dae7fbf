import { Redis } from 'ioredis';
import pg from 'pg';

const TIMEOUT_MS = 3_000;

/** The URL of a service for the tests, or a sentence on why there is none. */
type Service = { readonly url: string } | { readonly missing: string };

/**
 * Finds PostgreSQL for the tests: TEST_DATABASE_URL, otherwise the database `test` of a local server, with a user name that local
 * servers commonly accept. Never rejects.
 */
async function findPostgres(): Promise<Service> {
  const { TEST_DATABASE_URL: given, USER = 'postgres' } = process.env;
  const local = ['root', 'postgres', USER].map((user) => `postgres://${user}@127.0.0.1:5432/test`);
  let reason = '';
  for (const url of given ? [given] : local) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
    try {
      await client.connect();
      return { url };
    } catch (error) {
      reason ||= error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    } finally {
      await client.end().catch(() => {});
    }
  }
  const asked = given ? 'TEST_DATABASE_URL' : 'a PostgreSQL on 127.0.0.1:5432 with a database "test"';
  return { missing: `${asked} does not answer (${reason})` };
}

/** Finds Redis for the tests: TEST_REDIS_URL, otherwise a local server. Never rejects. */
async function findRedis(): Promise<Service> {
  const url = process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379';
  const client = new Redis(url, { lazyConnect: true, connectTimeout: TIMEOUT_MS, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.ping();
    return { url };
  } catch {
    return { missing: `${process.env.TEST_REDIS_URL ? 'TEST_REDIS_URL' : url} does not answer` };
  } finally {
    client.disconnect();
  }
}

const [postgres, redis] = await Promise.all([findPostgres(), findRedis()]);
process.stdout.write(JSON.stringify({ postgres, redis }));
