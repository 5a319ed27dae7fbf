import { setImmediate as giveWay } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEVICES, METRICS, type Metric, OTHER_PATH } from '#features/analytics/contract.ts';
import type { Db } from '#server/database/database.ts';
import { chunksOf, countByDay } from '#server/database/rows.ts';
import type { Feature } from '#server/feature.ts';
import { type Day, dayOf, daysAfter, daysBetween, readableCount, typedDay } from '#server/time.ts';
import { keyOf, WHOLE_SITE } from './rollup.ts';
import { type Histogram, mergeHistogram, parseHistogram, quantile, totalOf, visitorsIn } from './sketch.ts';

/** A period has whole days in UTC and includes both ends. */
export type Period = { readonly first: Day; readonly last: Day };

export type Vitals = ReturnType<typeof measured>;
export type Summary = Awaited<ReturnType<typeof readSummary>>;
export type DaySums = Summary['days'][number];

/** The maximum number of names of one kind in a report. */
const MOST_DETAILS_TOLD = 50;

/** Days read in one batch. Other requests of the process run between batches. */
const DAYS_AT_ONCE = 14;

export async function readSummary(db: Db, period: Period) {
  const { first, last } = period;
  const days = daysBetween(first, last);
  const viewsOfPath = new Map<string, number>();
  const viewsOfDevice = new Map<string, number>();
  const visitorsOfPath = new Map<string, number>();
  const vitals = new Map<string, VitalSums>();
  for (const part of chunksOf(days, DAYS_AT_ONCE)) {
    const isInPart = sql<boolean>`day between ${part[0]} and ${part.at(-1)}`;
    for (const row of await db.selectFrom('page_views').selectAll().where(isInPart).execute()) {
      add(viewsOfPath, row.path, row.views);
      add(viewsOfDevice, row.device, row.views);
    }
    for (const row of await db.selectFrom('visitor_sketches').selectAll().where(isInPart).execute())
      add(visitorsOfPath, row.path, visitorsIn(row.sketch));
    await giveWay();
    const together = await db
      .selectFrom('vitals')
      .select(['path', 'device', 'metric', sql<string>`string_agg(histogram, ' ')`.as('histograms')])
      .where(isInPart)
      .groupBy(['path', 'device', 'metric'])
      .execute();
    for (const row of together) addVital(vitals, row);
    await giveWay();
  }
  const vitalsOfPath = Map.groupBy(vitals.values(), ({ path }) => path);
  const vitalsOfDevice = Map.groupBy(vitals.values(), ({ device }) => device);

  const paths = new Set([...viewsOfPath.keys(), ...vitalsOfPath.keys()]);
  const pages = [...paths].map((path) => ({
    path,
    views: viewsOfPath.get(path) ?? 0,
    visitors: visitorsOfPath.get(path) ?? 0,
    vitals: measured(vitalsOfPath.get(path) ?? []),
  }));
  return {
    views: totalOf(viewsOfPath),
    // A visitor who comes on three days counts three times, because nobody is followed beyond a day.
    visitors: visitorsOfPath.get(WHOLE_SITE) ?? 0,
    vitals: measured([...vitals.values()]),
    days: await readDays(db, period),
    pages: pages.sort((a, b) => b.views - a.views || (a.path < b.path ? -1 : 1)),
    // Devices have vitals only on days that are still stored by device (`rollup.ts`).
    devices: DEVICES.map((device) => ({
      device,
      views: viewsOfDevice.get(device) ?? 0,
      vitals: measured(vitalsOfDevice.get(device) ?? []),
    })),
    missing: await readDetails(db, period, 'missing'),
    referrers: await readDetails(db, period, 'referrer'),
    campaigns: await readDetails(db, period, 'campaign'),
    countries: await readDetails(db, period, 'country'),
  };
}

export async function readDays(db: Db, { first, last }: Period) {
  const isIn = sql<boolean>`day between ${first} and ${last}`;
  const viewed = await db
    .selectFrom('page_views')
    .select(({ fn }) => ['day', fn.sum<number>('views').as('views')])
    .where(isIn)
    .groupBy('day')
    .execute();
  const visited = await db
    .selectFrom('visitor_sketches')
    .select(['day', 'sketch'])
    .where('path', '=', WHOLE_SITE)
    .where(isIn)
    .execute();
  const views = new Map(viewed.map((row) => [row.day, row.views]));
  const visitors = new Map(visited.map(({ day, sketch }) => [day, visitorsIn(sketch)]));
  return daysBetween(first, last).map((day) => ({
    day,
    views: views.get(day) ?? 0,
    visitors: visitors.get(day) ?? 0,
  }));
}

export function isEmpty({ views, pages }: Summary): boolean {
  return views === 0 && pages.length === 0;
}

/** The most viewed names. All others are counted together, after them, so that the sums are complete. */
async function readDetails(db: Db, { first, last }: Period, kind: string) {
  const rows = await db
    .selectFrom('visit_details')
    .select(({ fn }) => ['name', fn.sum<number>('views').as('views')])
    .select(sql<number>`cast(sum(sum(views)) over () as bigint)`.as('all'))
    .where('kind', '=', kind)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy('name')
    .orderBy(sql`case name when ${OTHER_PATH} then 1 else 0 end`)
    .orderBy('views', 'desc')
    .orderBy('name')
    .limit(MOST_DETAILS_TOLD)
    .execute();
  const told = rows.map(({ name, views }) => ({ name, views }));
  const others = told.reduce((rest, { views }) => rest - views, rows[0]?.all ?? 0);
  return others === 0 ? told : [...told, { name: OTHER_PATH, views: others }];
}

export async function readDetailDays(db: Db, period: Period, kind: 'campaign' | 'country') {
  const rows = await db
    .selectFrom('visit_details')
    .select(['name', 'day', 'views'])
    .where('kind', '=', kind)
    .where('day', '>=', period.first)
    .where('day', '<=', period.last)
    .execute();
  const columns = (await readDetails(db, period, kind)).map(({ name }) => ({
    name,
    days: new Map<Day, number>(),
  }));
  const daysOf = new Map(columns.map(({ name, days }) => [name, days]));
  for (const { name, day, views } of rows) {
    const days = daysOf.get(name) ?? daysOf.get(OTHER_PATH);
    if (days !== undefined) add(days, day, views);
  }
  return columns;
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

type VitalSums = {
  readonly path: string;
  readonly device: string;
  readonly metric: string;
  readonly histogram: Histogram;
};

type VitalRow = Omit<VitalSums, 'histogram'> & { readonly histograms: string };

function addVital(vitals: Map<string, VitalSums>, { path, device, metric, histograms }: VitalRow): void {
  const key = keyOf(path, device, metric);
  const { histogram } = vitals.getOrInsert(key, { path, device, metric, histogram: new Map() });
  mergeHistogram(histogram, parseHistogram(histograms));
}

/** Each metric's p75 in its own unit, at most 4 % off, and the number of measurements. */
function measured(vitals: readonly VitalSums[]) {
  const found: Partial<Record<Metric, { readonly p75: number; readonly samples: number }>> = {};
  for (const metric of METRICS) {
    const histogram: Histogram = new Map();
    for (const one of vitals) if (one.metric === metric) mergeHistogram(histogram, one.histogram);
    const p75 = quantile(histogram, metric, 0.75);
    if (p75 !== undefined) found[metric] = { p75, samples: totalOf(histogram) };
  }
  return found;
}

/** The longest period: ten years. A longer one counts as a typing error. */
const MOST_DAYS = 3_660;
const DAYS = 28;

export function periodBefore({ first, last }: Period): Period {
  return { first: daysAfter(first, -daysBetween(first, last).length), last: daysAfter(first, -1) };
}

/** The chosen days of a report, by default the last `DAYS` days. Returns an explanation if the choice is invalid. */
export function choosePeriod(
  { from, to }: { readonly from?: Day | undefined; readonly to?: Day | undefined },
  now: Date,
): Period | string {
  const last = to ?? dayOf(now);
  const first = from ?? daysAfter(last, 1 - DAYS);
  if (first > last) return `${typedDay(first)} comes after ${typedDay(last)}.`;
  if (daysBetween(first, last).length > MOST_DAYS)
    return `A report covers at most ${readableCount(MOST_DAYS)} days.`;
  return { first, last };
}

/** How often visitors reached a goal, such as joining the launch list, in a period and in the period before it. */
export type GoalSums = Awaited<ReturnType<typeof readGoals>>[number];

/** Counts the goals of all features from rows that are stored anyway. No visitor is followed from visit to goal. */
export function readGoals(db: Db, features: readonly Feature[], period: Period, before: Period) {
  const goals = features.flatMap((feature) => feature.goals ?? []);
  return Promise.all(
    goals.map(async ({ label, ...rows }) => {
      const days = await countByDay(db, rows, period);
      return { label, days, count: totalOf(days), before: totalOf(await countByDay(db, rows, before)) };
    }),
  );
}
