import { makeThrowAwayPlace, type ThrowAwayPlace } from '#server/testing/process-database.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';

/** Settings of a measured site: it logs as in production. All load comes from one address, so rate limits are raised. */
const MEASURED_SETTINGS = { LOG_LEVEL: 'info', RATE_LIMIT_SCALE: '1000000' } as const;

type Settings = Readonly<Record<string, string>>;
type BenchSite = ServerProcess & AsyncDisposable & { readonly place: ThrowAwayPlace };

/**
 * Starts the real server on temporary data; `await using` stops it and deletes the data.
 *
 * @param settings or a function that makes them once the port is known
 * @param databaseUrl of a PostgreSQL server; without it, SQLite is used
 */
export async function startSite(
  settings?: Settings | ((port: number) => Settings),
  databaseUrl = '',
): Promise<BenchSite> {
  const site = await startSiteOn(await makeThrowAwayPlace(databaseUrl), settings);
  return {
    ...site,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await site.place.remove();
    },
  };
}

/** Starts the real server on existing data, which stays. */
export async function startSiteOn(
  place: ThrowAwayPlace,
  settings: Settings | ((port: number) => Settings) = MEASURED_SETTINGS,
): Promise<BenchSite> {
  const server = await startServerProcess((port) => ({
    ...(typeof settings === 'function' ? settings(port) : settings),
    ...place.env,
    // Turns off the compile cache that the tests use, because `npm start` and `deploy/` have none.
    NODE_DISABLE_COMPILE_CACHE: '1',
  }));
  return {
    ...server,
    place,
    [Symbol.asyncDispose]: async () => {
      server.terminate();
      await server.exit;
    },
  };
}
