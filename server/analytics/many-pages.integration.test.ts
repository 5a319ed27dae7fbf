import { expect, onTestFinished, test } from 'vitest';
import { DEVICES, METRICS } from '#contract/analytics.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { addVisit, type Rollup } from './rollup.ts';
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
