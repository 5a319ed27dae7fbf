import { onTestFinished, vi } from 'vitest';
import { makeThrowAwayPlace, type ThrowAwayPlace } from './process-database.ts';
import {
  type ProcessOptions,
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from './server-process.ts';

/** Makes an empty database, which is removed when the test has finished. */
export async function openTestPlace(
  ...options: Parameters<typeof makeThrowAwayPlace>
): Promise<ThrowAwayPlace> {
  const place = await makeThrowAwayPlace(...options);
  onTestFinished(place.remove);
  return place;
}

/** A server process with cheap password hashes, because a real hash takes long. It is killed when the test has finished. */
export async function startTestServer(env: ServerSettings, options?: ProcessOptions): Promise<ServerProcess> {
  const cheap = { NODE_OPTIONS: '--import=./server/testing/cheap-hashes.ts' };
  const server = await startServerProcess({ ...cheap, ...env }, options);
  onTestFinished(async () => void (await server.kill9()));
  return server;
}

export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 30_000 });
