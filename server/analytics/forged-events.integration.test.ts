import { afterAll, expect, test } from 'vitest';
import { DEVICES, METRICS } from '#contract/analytics.ts';
import { EVENTS } from '#contract/paths.ts';
import { createRandom, testSeed } from '#server/testing/random.ts';
import { openVisitedSite, UA, VISITED_PAGES } from '#server/testing/visited-site.ts';
import { LAST_BUCKET } from './histogram.ts';

const site = await openVisitedSite();
afterAll(site.app.close);

const BATCHES = 2_000;
/** A day's rows: every page and `other`. */
const PATHS = VISITED_PAGES.length + 1;

test('whatever strangers send, a day has no more rows than pages, devices and metrics make, and no longer ones', async () => {
  const random = createRandom(testSeed());
  const pick = <T>(...choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;
  const text = () =>
    String.fromCodePoint(
      ...Array.from({ length: 1 + random() * 40 }, () => 32 + Math.floor(random() * 0x2000)),
    );
  const path = () =>
    pick(
      pick(...VISITED_PAGES),
      `/${text()}`,
      `/about?${text()}`,
      `/${random()}`,
      '/*',
      '/other',
      `${pick(...VISITED_PAGES)}/`,
      text(),
    );
  const metric = () =>
    pick<string>(pick(...METRICS), pick(...METRICS), pick(...METRICS), text(), 'constructor');
  const value = () =>
    pick<unknown>(random() * 5_000, 10 ** (random() * 7), 0, -1, Number.MAX_VALUE, text(), null);
  const event = () =>
    pick<unknown>(
      { kind: 'view', path: path() },
      { kind: 'view', path: path(), day: '1999-01-01', device: text(), views: 1e9 },
      { kind: 'vital', path: path(), metric: pick(...METRICS), value: 10 ** (random() * 6.5), device: '*' },
      { kind: 'vital', path: path(), metric: metric(), value: value() },
    );
  // Header values are bytes; what is no byte would be refused before it reaches the site.
  const userAgent = () =>
    pick(UA.desktop, UA.phone, UA.tablet, `Mozilla/5.0 (${random()}) ${'x'.repeat(random() * 900)}`);

  let accepted = 0;
  for (let sent = 0; sent < BATCHES; sent++) {
    const events = Array.from({ length: 1 + Math.floor(random() * 6) }, event);
    const visitor = site.visitor(userAgent(), `10.${sent % 250}.${Math.floor(random() * 250)}.${sent % 7}`);
    const hint: Record<string, string> = pick(
      {},
      { 'sec-ch-ua-mobile': pick('?1', '?0', text().replace(/[^ -~]/g, '')) },
    );
    const { status } = await visitor.post(EVENTS, { events, day: '1999-01-01' }, hint);
    expect([202, 422]).toContain(status);
    if (status === 202) accepted += 1;
    if (sent % 500 === 0) await site.app.visits.flush();
  }
  expect(accepted, 'enough of it counts').toBeGreaterThan(BATCHES / 10);

  const { page_views, vitals, visitors } = await site.stored();
  const known = new Set([...VISITED_PAGES, 'other']);
  expect(page_views.length).toBeLessThanOrEqual(PATHS * DEVICES.length);
  expect(vitals.length).toBeLessThanOrEqual(PATHS * DEVICES.length * METRICS.length);
  expect(Object.keys(visitors).length).toBeLessThanOrEqual(PATHS + 1);
  expect([...page_views, ...vitals].filter(({ path: own }) => !known.has(own))).toEqual([]);
  expect(
    [...page_views, ...vitals].filter(({ device }) => !(DEVICES as readonly string[]).includes(device)),
  ).toEqual([]);
  expect(vitals.filter((row) => !(METRICS as readonly string[]).includes(row.metric))).toEqual([]);
  expect(new Set([...page_views, ...vitals].map(({ day }) => day)).size).toBe(1);
  const longest = Math.max(...vitals.map(({ histogram }) => histogram.length));
  expect(longest).toBeLessThan((LAST_BUCKET + 1) * 6);
}, 60_000);

test('a batch sent again and again adds numbers, not rows', async () => {
  await site.empty();
  const visitor = site.visitor(UA.desktop);
  const events = [
    { kind: 'view', path: '/' },
    { kind: 'vital', path: '/', metric: 'LCP', value: 800 },
  ];
  for (let sent = 0; sent < 300; sent++) await visitor.post(EVENTS, { events });
  const { page_views, vitals, visitors } = await site.stored();
  expect([page_views.length, page_views[0]?.views, vitals.length]).toEqual([1, 300, 1]);
  expect(visitors).toEqual({ '*': 1, '/': 1 });
});
