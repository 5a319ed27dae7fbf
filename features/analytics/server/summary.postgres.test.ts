import { expect, test } from 'vitest';
import { EVENTS, OTHER_PATH } from '#features/analytics/contract.ts';
import { visitCounterOf } from '#features/analytics/server/visit-counter.ts';
import { insertRow } from '#server/database/rows.ts';
import { openVisitedSite, UA } from '#server/testing/visited-site.ts';
import { dayOf, daysAfter } from '#server/time.ts';
import { tidyAnalytics } from './rollup.ts';
import { readDetailDays, readSummary } from './summary.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const site = await openVisitedSite();
const first = dayOf(site.app.deps.clock());
const read = () => readSummary(site.app.db, { first, last: daysAfter(first, 1) });

async function visit(phones: number): Promise<void> {
  // The salt is fixed: with a random salt, the hashes of two visitors could collide and count as one.
  const day = dayOf(site.app.deps.clock());
  await site.app.db.insertInto('analytics_salts').values({ day, salt: 'always the same' }).execute();
  const vital = (metric: string, value: number, path = '/') => ({ kind: 'vital', path, metric, value });
  for (let person = 0; person < phones; person++) {
    await site.visitor(UA.phone).post(EVENTS, {
      events: [
        { kind: 'view', path: '/', referrer: 'news.example.com' },
        { kind: 'view', path: '/nowhere' },
        ...[vital('LCP', 1_000), vital('INP', 90), vital('CLS', 0), vital('FCP', 900), vital('TTFB', 100)],
      ],
    });
  }
  await site.visitor(UA.desktop).post(EVENTS, {
    events: [{ kind: 'view', path: '/about' }, vital('LCP', 4_500, '/about'), vital('CLS', 0.2, '/about')],
  });
}

test('the summary of a period stays the same after the clean-up of old days, except for web vitals by device', async () => {
  await visit(3);
  site.app.advance(DAY_MS);
  await visit(2);
  await visitCounterOf(site.app.deps).flush();
  const summary = await read();
  expect(summary).toMatchObject({
    views: 12,
    visitors: 7,
    days: [
      { day: first, views: 7, visitors: 4 },
      { day: daysAfter(first, 1), views: 5, visitors: 3 },
    ],
    missing: [{ name: '/nowhere', views: 5 }],
    referrers: [{ name: 'news.example.com', views: 5 }],
  });
  const pages = summary.pages.map(({ path, views, visitors }) => [path, views, visitors]);
  expect(pages).toEqual([
    ['/', 5, 5],
    ['other', 5, 5],
    ['/about', 2, 2],
  ]);
  const about = summary.pages.find(({ path }) => path === '/about');
  expect(about?.vitals.LCP?.p75).toBeCloseTo(4_500, -3);
  expect(about?.vitals.INP).toBeUndefined();
  expect(summary.devices.map(({ device, views }) => [device, views]).sort()).toEqual([
    ['desktop', 2],
    ['phone', 10],
    ['tablet', 0],
  ]);

  await tidyAnalytics(site.app.db, new Date(site.app.deps.clock().getTime() + 100 * DAY_MS));
  const devices = summary.devices.map((device) => ({ ...device, vitals: {} }));
  expect(await read()).toEqual({ ...summary, devices });
});

test('in a report with too many campaigns to name, the views of the unnamed ones are counted together', async () => {
  const { db } = site.app;
  const [one, two] = ['2026-03-01', '2026-03-02'];
  for (let at = 0; at < 60; at++)
    for (const day of [one, two])
      await insertRow(db, 'visit_details', { day, kind: 'campaign', name: `c${at}`, views: 60 - at });
  await insertRow(db, 'visit_details', { day: two, kind: 'campaign', name: OTHER_PATH, views: 1_000 });
  const { campaigns } = await readSummary(db, { first: one, last: two });
  // The ten campaigns with the fewest views have 55 together on each day.
  expect(campaigns).toHaveLength(51);
  expect(campaigns.at(0)).toEqual({ name: 'c0', views: 120 });
  expect(campaigns.at(-1)).toEqual({ name: OTHER_PATH, views: 1_110 });
  const days = await readDetailDays(db, { first: one, last: two }, 'campaign');
  expect(days.map(({ name }) => name)).toEqual(campaigns.map(({ name }) => name));
  expect(days.at(0)?.days).toEqual(
    new Map([
      [one, 60],
      [two, 60],
    ]),
  );
  expect(days.at(-1)?.days).toEqual(
    new Map([
      [one, 55],
      [two, 1_055],
    ]),
  );
});
