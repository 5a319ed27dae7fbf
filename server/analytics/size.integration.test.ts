import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { DEVICES, type Device, METRICS, OTHER_PATH, type PageView, type Vital } from '#contract/analytics.ts';
import { type Db, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { createRandom } from '#server/testing/random.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { VISITED_PAGES } from '#server/testing/visited-site.ts';
import type { Day } from './day.ts';
import { daysAfter } from './day.ts';
import { readSummary } from './summary.ts';
import { tidyAnalytics } from './tidy.ts';
import { startVisitCounter, type VisitCounter } from './visit-counter.ts';

const VIEWS = 1_000_000;
const DAYS = 14;
const FIRST_DAY = '2026-01-05';
const FLUSHES_A_DAY = 10;
const VIEWS_A_VISIT = 4;
const MIB = 1024 * 1024;
const PATHS = [...VISITED_PAGES, OTHER_PATH];
/** Middle and spread of each metric, as real sites have them. */
const SPREAD = {
  LCP: [1_800, 0.6],
  INP: [120, 0.9],
  CLS: [0.05, 1.2],
  FCP: [1_200, 0.5],
  TTFB: [300, 0.8],
} as const;

/** Visits of one day: every page, device and metric occurs, popular pages more often; each visit is a person. */
async function visitFor(counter: VisitCounter, random: () => number, visits: number): Promise<void> {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  for (let visit = 0; visit < visits; visit++) {
    const device = DEVICES[Math.floor(random() * DEVICES.length)] as Device;
    const events: (PageView | Vital)[] = [];
    for (let view = 0; view < VIEWS_A_VISIT; view++) {
      const path = PATHS[Math.floor(random() ** 1.5 * PATHS.length)] ?? '/';
      events.push({ kind: 'view', path });
      for (const metric of METRICS) {
        const [middle, width] = SPREAD[metric];
        events.push({ kind: 'vital', path, metric, value: middle * Math.exp(normal() * width) });
      }
    }
    const address = `10.${Math.floor(random() * 200)}.${Math.floor(random() * 200)}.1`;
    await counter.count({ address, userAgent: 'a browser', device, events });
  }
}

/** A million page views through the real counting and storing, over several days. Answers how many were made. */
async function fill(counter: VisitCounter, setDay: (day: Day) => Promise<void>): Promise<void> {
  const random = createRandom(2026);
  for (let day = 0; day < DAYS; day++) {
    await setDay(daysAfter(FIRST_DAY, day));
    for (let flush = 0; flush < FLUSHES_A_DAY; flush++) {
      await visitFor(counter, random, Math.ceil(VIEWS / DAYS / FLUSHES_A_DAY / VIEWS_A_VISIT));
      await counter.flush();
    }
  }
  await counter.stop();
}

const salt = () => createHash('sha256').update('salt').digest('base64url');

test('a million page views of all pages, devices and vitals are less than 5 MB', async () => {
  const onPostgres = (process.env.TEST_DATABASE_URL ?? '') !== '';
  const place = await makeThrowAwayPlace('');
  onTestFinished(place.remove);
  const file = join(place.env.DATA_DIR, 'site.sqlite');
  const { db, close } = onPostgres ? await openTestDatabase() : await openFile(file);
  onTestFinished(close);
  let now = new Date(FIRST_DAY);
  const counter = startVisitCounter({
    db,
    clock: () => now,
    newSalt: salt,
    log: pino({ level: 'silent' }),
    setTimer: () => () => {},
  });
  await fill(counter, async (day) => {
    now = new Date(`${day}T12:00:00Z`);
    await tidyAnalytics(db, now);
  });

  const summary = await readSummary(db, { first: FIRST_DAY, last: daysAfter(FIRST_DAY, DAYS - 1) });
  expect(summary.views).toBeGreaterThanOrEqual(VIEWS);
  expect(summary.pages).toHaveLength(PATHS.length);
  const megabytes = async () => (onPostgres ? await bytesOnPostgres(db) : await bytesOf(file, db)) / MIB;
  // Old rows stay for as long as any transaction in the database might see them; other tests have some.
  await expect.poll(megabytes, { timeout: 60_000 }).toBeLessThan(5);
  expect(await megabytes(), 'the test stores something').toBeGreaterThan(1);
}, 300_000);

async function bytesOnPostgres(db: Db): Promise<number> {
  await sql`vacuum full page_views, vitals, visitor_sketches`.execute(db);
  const { rows } = await sql<{ bytes: string }>`select sum(pg_total_relation_size(name::regclass)) as bytes
    from unnest(array['page_views', 'vitals', 'visitor_sketches', 'analytics_salts']) as name`.execute(db);
  return Number(rows[0]?.bytes);
}

async function bytesOf(file: string, db: Db): Promise<number> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  return statSync(file).size;
}

async function openFile(file: string) {
  const db = openDatabase({ kind: 'sqlite', file }, () => {});
  await migrate(db);
  return { db, close: () => db.destroy() };
}
