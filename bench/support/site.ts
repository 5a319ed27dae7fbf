import { makeThrowAwayPlace, type ThrowAwayPlace } from '#server/testing/process-database.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';

/** What a measured site writes and counts as in service. All load comes from one address, so its limits refuse nobody. */
const MEASURED_SETTINGS = { LOG_LEVEL: 'info', RATE_LIMIT_SCALE: '1000000' } as const;

type Settings = Readonly<Record<string, string>>;
type BenchSite = ServerProcess & AsyncDisposable & { readonly place: ThrowAwayPlace };

/**
 * The real server on throw-away data; `await using` ends and removes both.
 *
 * @param settings or what makes them once the port is known
 * @param databaseUrl of a PostgreSQL server; SQLite without it
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

/** The same on data that is there and stays. */
export async function startSiteOn(
  place: ThrowAwayPlace,
  settings: Settings | ((port: number) => Settings) = MEASURED_SETTINGS,
): Promise<BenchSite> {
  const server = await startServerProcess((port) => ({
    ...(typeof settings === 'function' ? settings(port) : settings),
    ...place.env,
    // That of the tests: `npm start` and `deploy/` have none.
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
