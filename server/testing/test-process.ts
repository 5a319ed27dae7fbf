import { onTestFinished, vi } from 'vitest';
import { makeThrowAwayPlace, type ThrowAwayPlace } from './process-database.ts';
import {
  type ProcessOptions,
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from './server-process.ts';

/** A place for the data of a server process, removed when the test has finished. */
export async function openTestPlace(
  ...options: Parameters<typeof makeThrowAwayPlace>
): Promise<ThrowAwayPlace> {
  const place = await makeThrowAwayPlace(...options);
  onTestFinished(place.remove);
  return place;
}

/** In a server process that is given these, a password costs next to nothing: what one costs is no subject of its tests. */
export const CHEAP_HASHES = { NODE_OPTIONS: '--import=./server/testing/cheap-hashes.ts' };

/** A server process with cheap hashes that is ended when the test has finished, if it still runs then. */
export async function startTestServer(env: ServerSettings, options?: ProcessOptions): Promise<ServerProcess> {
  const server = await startServerProcess({ ...CHEAP_HASHES, ...env }, options);
  onTestFinished(async () => void (await server.kill9()));
  return server;
}

/** Looks until `look` throws no more, or until the test's own time is over. */
export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 30_000 });
