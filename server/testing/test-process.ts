import { onTestFinished } from 'vitest';
import { makeThrowAwayPlace, type ThrowAwayPlace } from './process-database.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** A place for the data of a server process, removed when the test has finished. */
export async function openTestPlace(
  ...options: Parameters<typeof makeThrowAwayPlace>
): Promise<ThrowAwayPlace> {
  const place = await makeThrowAwayPlace(...options);
  onTestFinished(place.remove);
  return place;
}

/** A server process that is ended when the test has finished, if it still runs then. */
export async function startTestServer(
  ...options: Parameters<typeof startServerProcess>
): Promise<ServerProcess> {
  const server = await startServerProcess(...options);
  onTestFinished(async () => void (await server.kill9()));
  return server;
}
