import { DEVICES, type Device, METRICS } from '#contract/analytics.ts';
import { EVENTS, PAGES } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import { PROCESS_ORIGIN } from '#server/testing/server-process.ts';
import { waitFor } from '../../support/wait.ts';

/** Enough that every page is seen on every device. */
const PATHS = Object.values(PAGES);
const VISITS = PATHS.length * DEVICES.length;
const AT_ONCE = 20;
/** The site stores its sums every 5 seconds. */
const STORED_WITHIN_MS = 20_000;

const NAMES: Readonly<Record<Device, string>> = {
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148',
  tablet: 'Mozilla/5.0 (Linux; Android 15; Tablet)',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** Rows of all tables of page views after so many visits, each of another visitor, and after ten times as many. */
export async function analyticsRows(
  db: Db,
  url: string,
): Promise<{ readonly visits: number; readonly afterOnce: number; readonly afterTenTimes: number }> {
  await visit(url, 0, VISITS);
  const afterOnce = await rowsWhenStored(db, VISITS);
  await visit(url, VISITS, 10 * VISITS);
  return { visits: VISITS, afterOnce, afterTenTimes: await rowsWhenStored(db, 10 * VISITS) };
}

async function visit(url: string, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, to - first) }, (_, place) => first + place);
    await Promise.all(some.map((n) => sendVisit(url, n)));
  }
}

async function sendVisit(url: string, n: number): Promise<void> {
  const path = PATHS[n % PATHS.length] ?? '/';
  const device = DEVICES[Math.floor(n / PATHS.length) % DEVICES.length] ?? 'desktop';
  const vitals = METRICS.map((metric) => ({ kind: 'vital', path, metric, value: (n * 37) % 3_000 }));
  const { status } = await fetch(`${url}${EVENTS}`, {
    method: 'POST',
    headers: {
      origin: PROCESS_ORIGIN,
      'content-type': 'application/json',
      'user-agent': `${NAMES[device]} Visitor/${n}`,
    },
    body: JSON.stringify({ events: [{ kind: 'view', path }, ...vitals] }),
  });
  if (status !== 202) throw new Error(`a visit was answered with ${status}`);
}

async function rowsWhenStored(db: Db, views: number): Promise<number> {
  await waitFor('all visits are stored', STORED_WITHIN_MS, async () => {
    const { sum } = await db
      .selectFrom('page_views')
      .select((eb) => eb.fn.sum<number | string | null>('views').as('sum'))
      .executeTakeFirstOrThrow();
    return Number(sum) === views;
  });
  let rows = 0;
  for (const table of ['page_views', 'vitals', 'visitor_sketches', 'analytics_salts'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow();
    rows += Number(count);
  }
  return rows;
}
