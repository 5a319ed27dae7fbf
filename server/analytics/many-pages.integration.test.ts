import { expect, onTestFinished, test } from 'vitest';
import { DEVICES, METRICS, OTHER_PATH } from '#contract/analytics.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { daysAfter } from './day.ts';
import { addVisit, MOST_DETAILS, type Rollup } from './rollup.ts';
import { addToDatabase } from './store.ts';
import { SPLIT_DAYS, tidyAnalytics } from './tidy.ts';

const DAY = '2026-01-06';
const PAGES = 2_000;

test('sums of any number of pages are stored and joined, however much one statement of a database holds', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const rollup: Rollup = new Map();
  for (let page = 0; page < PAGES; page++) {
    const path = `/documents/${page}`;
    const vitals = METRICS.map((metric) => ({ kind: 'vital', path, metric, value: 1 }) as const);
    for (const device of DEVICES)
      addVisit(rollup, DAY, { device, hash: Buffer.alloc(32), events: [{ kind: 'view', path }, ...vitals] });
  }
  await addToDatabase(db, rollup);
  const rows = async (table: 'page_views' | 'vitals' | 'visitor_sketches') =>
    (await db.selectFrom(table).select('path').execute()).length;
  expect(await rows('page_views')).toBe(PAGES * DEVICES.length);
  expect(await rows('vitals')).toBe(PAGES * DEVICES.length * METRICS.length);
  expect(await rows('visitor_sketches')).toBe(PAGES + 1);
  await tidyAnalytics(db, new Date(Date.parse(DAY) + (SPLIT_DAYS + 2) * 24 * 60 * 60_000));
  expect(await rows('vitals')).toBe(PAGES * METRICS.length);
});

test('a flood of paths that lead nowhere makes so many rows a day, however it comes, and the rest are counted together', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  let sent = 0;
  const flood = async (paths: number, missing = (number: number) => `/nowhere/${number}`) => {
    const rollup: Rollup = new Map();
    for (let each = 0; each < paths; each++) {
      const event = { kind: 'view', path: OTHER_PATH, missing: missing(sent++) } as const;
      addVisit(rollup, DAY, { device: 'phone', hash: Buffer.alloc(32), events: [event] });
    }
    const kept = rollup.get(DAY)?.details.size ?? 0;
    expect(kept).toBeLessThanOrEqual(MOST_DETAILS + 2);
    await addToDatabase(db, rollup);
  };
  await flood(MOST_DETAILS - 10);
  await flood(3 * MOST_DETAILS);
  await flood(5, () => '/nowhere/0');
  const rows = await db.selectFrom('visit_details').selectAll().orderBy('views', 'desc').execute();
  expect(rows).toHaveLength(MOST_DETAILS + 1);
  expect(rows.slice(0, 2).map(({ name, views }) => [name, views])).toEqual([
    [OTHER_PATH, 3 * MOST_DETAILS - 10],
    ['/nowhere/0', 6],
  ]);
  const referrer = 'news.example.com';
  const rollup: Rollup = new Map();
  addVisit(rollup, DAY, {
    device: 'phone',
    hash: Buffer.alloc(32),
    events: [{ kind: 'view', path: '/', referrer }],
  });
  await addToDatabase(db, rollup);
  const hosts = await db.selectFrom('visit_details').select('name').where('kind', '=', 'referrer').execute();
  expect(hosts).toEqual([{ name: referrer }]);
});

test('paths that lead nowhere and hosts are removed after a year', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const days = [DAY, daysAfter(DAY, 1)];
  await db
    .insertInto('visit_details')
    .values(days.map((day) => ({ day, kind: 'missing', name: '/gone', views: 1 })))
    .execute();
  await tidyAnalytics(db, new Date(Date.parse(DAY) + 366 * 24 * 60 * 60_000));
  expect(await db.selectFrom('visit_details').select('day').execute()).toEqual([{ day: days[1] }]);
});
