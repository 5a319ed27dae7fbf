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

/**
 * Environment variables that make the password hashes of a server process cheap: a real hash takes long, and the tests that start
 * processes do not test the hashing.
 */
export const CHEAP_HASHES = { NODE_OPTIONS: '--import=./server/testing/cheap-hashes.ts' };

/** A server process with cheap password hashes. It is killed when the test has finished. */
export async function startTestServer(env: ServerSettings, options?: ProcessOptions): Promise<ServerProcess> {
  const server = await startServerProcess({ ...CHEAP_HASHES, ...env }, options);
  onTestFinished(async () => void (await server.kill9()));
  return server;
}

export const waitFor = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 30_000 });
