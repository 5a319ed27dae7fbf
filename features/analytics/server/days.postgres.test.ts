import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { DEVICES, type Device, METRICS, OTHER_PATH, type Vital } from '#features/analytics/contract.ts';
import { type Db, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { SQLITE_PATIENCE } from '#server/database/sqlite-file.ts';
import type { AppDeps } from '#server/feature.ts';
import { createFakeTime } from '#server/testing/clock-and-random.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { openTestPlace } from '#server/testing/test-process.ts';
import { daysAfter } from '#server/time.ts';
import { analytics } from './feature.ts';
import {
  addVisit,
  type CountedView,
  MOST_DETAILS,
  partsOf,
  type Rollup,
  SPLIT_DAYS,
  tidyAnalytics,
} from './rollup.ts';
import { parseHistogram, totalOf, visitorsIn } from './sketch.ts';
import { addToDatabase, destroySalts, saltOf, visitorHash } from './store.ts';
import { createVisitCounter } from './visit-counter.ts';

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;
const DAY = '2026-01-06';
const EVENING = `${DAY}T23:59:00.000Z`;

let made = 0;
const newSalt = () => `salt number ${++made}`;

function counterOn(db: Db, time = createFakeTime(EVENING)) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const counter = createVisitCounter({ db, clock: time.clock, newToken: newSalt, log });
  const see = (address: string, path = '/', device: Device = 'phone') =>
    counter.count({
      address,
      browser: 'Firefox on Linux',
      device,
      events: [
        { kind: 'view', path },
        { kind: 'vital', path, metric: 'LCP', value: 900 },
      ],
    });
  return { ...counter, see, time, lines };
}

const salts = (db: Db) => db.selectFrom('analytics_salts').selectAll().execute();
const saltDays = async (db: Db) => (await salts(db)).map(({ day }) => day);

/** The number of measurements in each row of web vitals. */
async function samplesIn(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('vitals').select('histogram').orderBy('path').execute();
  return rows.map(({ histogram }) => totalOf(parseHistogram(histogram)));
}

async function visitorsOf(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('visitor_sketches').selectAll().where('path', '=', '*').execute();
  return Object.fromEntries(rows.map(({ day, sketch }) => [day, visitorsIn(sketch)]));
}

test('all processes share one daily salt for the hashes of visitors', async () => {
  const { db } = await openTestDatabase();
  const all = await Promise.all(Array.from({ length: 5 }, () => saltOf(db, DAY, newSalt)));
  expect(new Set(all).size).toBe(1);
  expect(await salts(db)).toEqual([{ day: DAY, salt: all[0] }]);
  const [first, second] = [counterOn(db), counterOn(db)];
  await first.see('192.0.2.1');
  await second.see('192.0.2.1');
  await Promise.all([first.flush(), second.flush()]);
  expect(await visitorsOf(db)).toEqual({ [DAY]: 1 });
});

test('[P-043] after midnight UTC, the first visit destroys the salt for the visitor hashes of the old day', async () => {
  const { db } = await openTestDatabase();
  const site = counterOn(db);
  await site.see('192.0.2.1');
  const [old] = await salts(db);
  site.time.advance(2 * MINUTE);
  await site.see('192.0.2.1');
  await site.flush();
  expect(await saltDays(db)).toEqual(['2026-01-07']);
  expect(await visitorsOf(db)).toEqual({ [DAY]: 1, '2026-01-07': 1 });
  const views = await db.selectFrom('page_views').select(['day', 'views']).orderBy('day').execute();
  expect(views.map(({ day, views }) => [day, views])).toEqual([
    [DAY, 1],
    ['2026-01-07', 1],
  ]);
  // The salt of the old day was destroyed. A salt that is requested for this day later is new and gives other hashes.
  const hashes = [old?.salt ?? '', await saltOf(db, DAY, newSalt)].map((salt) =>
    visitorHash(salt, '192.0.2.1', 'a browser').toString('hex'),
  );
  expect(new Set(hashes).size).toBe(2);
});

test('the visitor-hash salt of a day is destroyed within seconds of midnight, and a job destroys older ones', async () => {
  const { db } = await openTestDatabase();
  const site = counterOn(db);
  await site.see('192.0.2.1');
  site.time.advance(MINUTE - 1);
  await site.flush();
  expect(await saltDays(db)).toEqual([DAY]);
  site.time.advance(5_000);
  await site.flush();
  expect(await salts(db)).toEqual([]);

  await saltOf(db, '2026-01-05', newSalt);
  await saltOf(db, DAY, newSalt);
  const deps = { db, clock: () => new Date(EVENING) } as AppDeps;
  const job = analytics.jobs?.find(({ name }) => name.startsWith('the salts'));
  await job?.run(deps, { isFirst: true, signal: new AbortController().signal });
  expect(await saltDays(db)).toEqual([DAY]);
});

test('[P-042] no byte of a destroyed visitor-hash salt is left in the files of SQLite', async () => {
  const place = await openTestPlace('');
  const file = join(place.env.DATA_DIR, 'site.sqlite');
  const db = openDatabase({ kind: 'sqlite', file }, () => {});
  onTestFinished(() => db.destroy());
  await migrate(db);
  const site = counterOn(db);
  await site.see('192.0.2.1');
  await site.flush();
  const { salt = '' } = (await salts(db))[0] ?? {};
  const filesWithSalt = () =>
    readdirSync(place.env.DATA_DIR).filter((name) =>
      readFileSync(join(place.env.DATA_DIR, name)).includes(salt),
    );
  expect(filesWithSalt(), 'the test can find it').not.toEqual([]);
  site.time.advance(2 * MINUTE);
  await site.see('192.0.2.2');
  expect(filesWithSalt()).toEqual([]);
});

test('a visitor-hash salt that another program reads while it is destroyed is erased with the next salt', async () => {
  const place = await openTestPlace('');
  const db = place.open();
  onTestFinished(() => db.destroy());
  await migrate(db);
  await saltOf(db, '2026-01-05', () => 'a salt to be found');
  // A separate process searches the files, because closing a file in this process would release SQLite’s locks.
  const isOnDisk = () => spawnSync('grep', ['-rq', 'a salt to be found', place.env.DATA_DIR]).status === 0;
  const reader = new DatabaseSync(join(place.env.DATA_DIR, 'site.sqlite'));
  reader.exec('begin');
  reader.prepare('select * from analytics_salts').all();
  await destroySalts(db, DAY);
  expect(isOnDisk(), 'nothing can be done about it').toBe(true);
  reader.close();
  await destroySalts(db, DAY);
  expect(isOnDisk()).toBe(false);
  const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db);
  expect(rows).toEqual([{ timeout: SQLITE_PATIENCE }]);
});

test('visits that cannot be stored stay in memory, and are stored with later visits', async () => {
  const { db } = await openTestDatabase();
  const site = counterOn(db);
  await db.schema.alterTable('analytics_salts').renameTo('away').execute();
  await expect(site.see('192.0.2.1'), 'the first of a day').rejects.toThrow();
  await db.schema.alterTable('away').renameTo('analytics_salts').execute();
  await site.see('192.0.2.1');
  await db.schema.alterTable('page_views').renameTo('away').execute();
  await site.flush();
  expect(site.lines.join('')).toContain('page views could not be stored; they are kept and tried again');
  expect(await db.selectFrom('vitals').selectAll().execute(), 'all or nothing').toEqual([]);
  await site.see('192.0.2.2');
  await db.schema.alterTable('away').renameTo('page_views').execute();
  await site.flush();
  expect(await db.selectFrom('page_views').select('views').execute()).toEqual([{ views: 2 }]);
  expect(await samplesIn(db)).toEqual([2]);
  expect(await visitorsOf(db)).toEqual({ [DAY]: 2 });
});

test('no visit is lost when several processes store visits at the same time', async () => {
  const { db, anotherDb } = await openTestDatabase();
  const counters = [db, anotherDb(), anotherDb(), anotherDb()].map((own) => counterOn(own));
  for (let round = 0; round < 10; round++) {
    for (const [at, counter] of counters.entries())
      for (let visitor = 0; visitor < 5; visitor++) {
        const address = `192.0.2.${at * 5 + visitor}`;
        // Each counter has its own page, because updates of one `page_views` row would wait for each other.
        await counter.see(address, `/${at}`);
        const events = [{ kind: 'vital', path: '/', metric: 'CLS', value: 0.1 * visitor }] as const;
        await counter.count({ address, browser: 'Firefox on Linux', device: 'phone', events });
      }
    await Promise.all(counters.map((counter) => counter.flush()));
  }
  const rows = await db.selectFrom('page_views').select('views').execute();
  expect(rows.map(({ views }) => views)).toEqual([50, 50, 50, 50]);
  expect(await samplesIn(db)).toEqual([200, 50, 50, 50, 50]);
  expect(await visitorsOf(db)).toEqual({ [DAY]: 20 });
});

test('for old days, only visitors per page and merged web vitals are kept; missing paths are deleted after a year', async () => {
  const { db } = await openTestDatabase();
  const site = counterOn(db);
  await site.see('192.0.2.1', '/', 'phone');
  await site.see('192.0.2.2', '/', 'desktop');
  await site.see('192.0.2.3', '/about', 'desktop');
  await site.flush();
  const sketches = () =>
    db.selectFrom('visitor_sketches').select(['path', 'sketch']).orderBy('path').execute();

  site.time.advance(DAY_MS);
  await tidyAnalytics(db, site.time.clock());
  expect(JSON.stringify(await sketches()), 'the day after').not.toContain('"=');
  site.time.advance(DAY_MS);
  await tidyAnalytics(db, site.time.clock());
  expect(await sketches()).toEqual([
    { path: '*', sketch: '=3' },
    { path: '/', sketch: '=2' },
    { path: '/about', sketch: '=1' },
  ]);
  expect(await db.selectFrom('vitals').select('device').execute()).toHaveLength(3);

  site.time.advance((SPLIT_DAYS - 1) * DAY_MS);
  for (let again = 0; again < 2; again++) {
    await tidyAnalytics(db, site.time.clock());
    const vitals = await db.selectFrom('vitals').select(['path', 'device']).orderBy('path').execute();
    expect(vitals).toEqual([
      { path: '/', device: '*' },
      { path: '/about', device: '*' },
    ]);
    expect(await samplesIn(db)).toEqual([2, 1]);
  }
  const views = await db.selectFrom('page_views').selectAll().execute();
  expect(views, 'views keep their devices').toHaveLength(3);

  const days = [DAY, daysAfter(DAY, 1)];
  const missing = days.map((day) => ({ day, kind: 'missing', name: '/gone', views: 1 }));
  await db.insertInto('visit_details').values(missing).execute();
  await tidyAnalytics(db, new Date(Date.parse(DAY) + 366 * DAY_MS));
  expect(await db.selectFrom('visit_details').select('day').execute()).toEqual([{ day: days[1] }]);
});

test('visits stored after the clean-up of their day are added to its sums, but never inflate its number of visitors', async () => {
  const { db } = await openTestDatabase();
  const [late, site] = [counterOn(db), counterOn(db)];
  await late.see('192.0.2.1');
  for (const last of [2, 3, 4]) await site.see(`192.0.2.${last}`);
  await site.flush();
  const tidy = () => tidyAnalytics(db, new Date(Date.parse(DAY) + (SPLIT_DAYS + 1) * DAY_MS));
  await tidy();
  await late.flush();
  expect(await visitorsOf(db), 'one of them may be missing, none is invented').toEqual({ [DAY]: 3 });
  expect(await db.selectFrom('page_views').select('views').execute()).toEqual([{ views: 4 }]);
  await tidy();
  expect(await samplesIn(db)).toEqual([4]);
});

function addEvents(rollup: Rollup, events: readonly (CountedView | Vital)[], device: Device = 'phone') {
  addVisit(rollup, DAY, { device, hash: Buffer.alloc(32), events });
}

test('sums of thousands of pages are stored and merged, although an SQL statement holds a limited number of values', async () => {
  const { db } = await openTestDatabase();
  const rollup: Rollup = new Map();
  const pages = 1_000;
  for (let page = 0; page < pages; page++) {
    const path = `/documents/${page}`;
    const vitals = METRICS.map((metric) => ({ kind: 'vital', path, metric, value: 1 }) as const);
    for (const device of DEVICES) addEvents(rollup, [{ kind: 'view', path }, ...vitals], device);
  }
  await addToDatabase(db, rollup);
  const rows = async (table: 'page_views' | 'vitals' | 'visitor_sketches') =>
    (await db.selectFrom(table).select('path').execute()).length;
  expect(await rows('page_views')).toBe(pages * DEVICES.length);
  expect(await rows('vitals')).toBe(pages * DEVICES.length * METRICS.length);
  expect(await rows('visitor_sketches')).toBe(pages + 1);
  await tidyAnalytics(db, new Date(Date.parse(DAY) + (SPLIT_DAYS + 2) * DAY_MS));
  expect(await rows('vitals')).toBe(pages * METRICS.length);
});

test('requests for countless unknown paths add a limited number of rows a day, and further paths share one row', async () => {
  const { db } = await openTestDatabase();
  const storeFrom = (rollup: Rollup, referrer: string) => {
    addEvents(rollup, [{ kind: 'view', path: '/', referrer }]);
    return addToDatabase(db, rollup);
  };
  let sent = 0;
  const flood = async (paths: number, missing = (number: number) => `/nowhere/${number}`) => {
    const rollup: Rollup = new Map();
    for (let each = 0; each < paths; each++)
      addEvents(rollup, [{ kind: 'view', path: OTHER_PATH, missing: missing(sent++) }]);
    expect(rollup.get(DAY)?.details.size).toBeLessThanOrEqual(MOST_DETAILS + 2);
    await storeFrom(rollup, 'first.example.com');
    const details = [...(rollup.get(DAY)?.details.keys() ?? [])].map(partsOf);
    expect(details).toContainEqual(['referrer', 'first.example.com']);
    await db.deleteFrom('visit_details').where('kind', '=', 'referrer').execute();
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
  await storeFrom(new Map(), 'news.example.com');
  const hosts = await db.selectFrom('visit_details').select('name').where('kind', '=', 'referrer').execute();
  expect(hosts).toEqual([{ name: 'news.example.com' }]);
});
