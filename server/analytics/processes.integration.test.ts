import { expect, onTestFinished, test } from 'vitest';
import { EVENTS } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { PROCESS_ORIGIN, type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { UA } from '#server/testing/visited-site.ts';
import { parseHistogram, samplesOf } from './histogram.ts';
import { visitorsIn } from './stored-visitors.ts';

const PROCESSES = 3;
const BATCHES_EACH = 200;
const LIMIT = 120_000;

/** Whoever sends it comes through a proxy on this machine, from an address of their own. */
function send(server: ServerProcess, visitor: number): Promise<Response> {
  return fetch(`${server.url}${EVENTS}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: PROCESS_ORIGIN,
      'user-agent': UA.phone,
      'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}`,
    },
    body: JSON.stringify({
      events: [
        { kind: 'view', path: '/' },
        { kind: 'view', path: '/pricing' },
        { kind: 'vital', path: '/', metric: 'TTFB', value: visitor },
      ],
    }),
  });
}

async function startSites(): Promise<{
  readonly servers: readonly ServerProcess[];
  readonly open: () => Db;
}> {
  const place = await makeThrowAwayPlace();
  onTestFinished(place.remove);
  const servers: ServerProcess[] = [];
  // One after the other, as they would be deployed: what they share is made once.
  for (let started = 0; started < PROCESSES; started++) {
    const server = await startServerProcess({
      ...place.env,
      RATE_LIMIT_SCALE: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    onTestFinished(() => server.kill9().then(() => {}));
    servers.push(server);
  }
  return { servers, open: place.open };
}

test(
  'several processes that stop at once store all that each of them counted, and count a visitor of all of them once',
  async () => {
    const { servers, open } = await startSites();
    const statuses = new Set<number>();
    await Promise.all(
      servers.map(async (server) => {
        for (let visitor = 0; visitor < BATCHES_EACH; visitor++)
          statuses.add((await send(server, visitor)).status);
      }),
    );
    expect([...statuses]).toEqual([202]);
    for (const server of servers) server.terminate();
    for (const server of servers) {
      expect(await server.exit).toEqual({ code: 0, signal: null });
      expect(server.output()).not.toContain('"level":');
    }

    const db = open();
    onTestFinished(() => db.destroy());
    // Midnight may fall into this test: then the sums are those of two days.
    const views = await db.selectFrom('page_views').selectAll().execute();
    const sumOf = (path: string) =>
      views.filter((row) => row.path === path).reduce((sum, row) => sum + row.views, 0);
    expect([sumOf('/'), sumOf('/pricing')]).toEqual([PROCESSES * BATCHES_EACH, PROCESSES * BATCHES_EACH]);
    const vitals = await db.selectFrom('vitals').select('histogram').execute();
    const samples = vitals.reduce((sum, { histogram }) => sum + samplesOf(parseHistogram(histogram)), 0);
    expect(samples).toBe(PROCESSES * BATCHES_EACH);
    const [site] = await db.selectFrom('visitor_sketches').select('sketch').where('path', '=', '*').execute();
    if (new Set(views.map(({ day }) => day)).size === 1) {
      expect(Math.abs(visitorsIn(site?.sketch ?? '') - BATCHES_EACH)).toBeLessThanOrEqual(4);
    }
  },
  LIMIT,
);
