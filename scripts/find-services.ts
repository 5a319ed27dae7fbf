import { createConnection } from 'node:net';
import pg from 'pg';

const TIMEOUT_MS = 3_000;

/** A service that tests can use, or the sentence that says why there is none. */
export type Service = { readonly url: string } | { readonly missing: string };

/**
 * The PostgreSQL to test on: TEST_DATABASE_URL, else the database `test` of a local server, as one of the users that
 * local servers commonly let in. Never rejects.
 */
export async function findPostgres(env: Readonly<Record<string, string | undefined>>): Promise<Service> {
  const given = env.TEST_DATABASE_URL;
  const candidates =
    given !== undefined && given !== ''
      ? [given]
      : [...new Set(['root', 'postgres', env.USER ?? 'postgres'])].map(
          (user) => `postgres://${user}@127.0.0.1:5432/test`,
        );
  let reason = '';
  for (const url of candidates) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
    try {
      await client.connect();
      await client.query('select 1');
      return { url };
    } catch (error) {
      reason ||= error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return {
    missing: given
      ? `TEST_DATABASE_URL does not answer (${reason})`
      : `no PostgreSQL on 127.0.0.1:5432 with a database "test" (${reason})`,
  };
}

/** The Redis to test on: TEST_REDIS_URL, else a local server. Never rejects. */
export async function findRedis(env: Readonly<Record<string, string | undefined>>): Promise<Service> {
  const given = env.TEST_REDIS_URL;
  const url = given !== undefined && given !== '' ? given : 'redis://127.0.0.1:6379';
  const { hostname, port } = new URL(url);
  const reached = await new Promise<boolean>((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port || 6379), timeout: TIMEOUT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .on('connect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false));
  });
  if (reached) return { url };
  return { missing: given ? 'TEST_REDIS_URL does not answer' : 'no Redis on 127.0.0.1:6379' };
}

if (import.meta.main) {
  const [postgres, redis] = await Promise.all([findPostgres(process.env), findRedis(process.env)]);
  process.stdout.write(JSON.stringify({ postgres, redis }));
}
