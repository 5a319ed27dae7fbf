import { readFileSync } from 'node:fs';
import { makeThrowAwayPlace, type ThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { originOf } from './client.ts';

/** Starts the real server on temporary data; `await using` stops it and deletes the data. */
export async function startSite(databaseUrl = '') {
  const place = await makeThrowAwayPlace(databaseUrl);
  const site = await startSiteOn(place);
  return {
    ...site,
    place,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await place.remove();
    },
  };
}

/** Starts the real server on existing data, which is kept. It logs as in production. */
export async function startSiteOn(place: ThrowAwayPlace) {
  const server = await startServerProcess((port) => ({
    SITE_ORIGIN: originOf(`http://127.0.0.1:${port}`),
    LOG_LEVEL: 'info',
    // All load comes from one address, so the rate limits are raised.
    RATE_LIMIT_SCALE: '1000000',
    ...place.env,
    // Turns off the compile cache that the tests use, because `npm start` and `deploy/` have none.
    NODE_DISABLE_COMPILE_CACHE: '1',
  }));
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      server.terminate();
      await server.exit;
    },
  };
}

/**
 * The physical memory of a process in megabytes.
 *
 * @param which `VmRSS` for now, `VmHWM` for the peak
 */
export function residentOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return (Number(kilobytes) * 1_024) / 1e6;
}
