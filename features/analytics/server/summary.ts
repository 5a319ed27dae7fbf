import { setImmediate as giveWay } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEVICES, type Device, METRICS, type Metric } from '#features/analytics/contract.ts';
import type { Db } from '#server/database/database.ts';
import { type Day, dayOf, daysAfter, daysBetween } from '#server/time.ts';
import { keyOf, WHOLE_SITE } from './rollup.ts';
import { type Histogram, mergeHistogram, parseHistogram, quantile, samplesOf, visitorsIn } from './sketch.ts';

/** Whole days in UTC, both included. */
export type Period = { readonly first: Day; readonly last: Day };

/** What three of four visits did not exceed, in the metric's unit and at most 4 % off, and how many measured it. */
export type Measured = { readonly p75: number; readonly samples: number };
export type Vitals = Readonly<Partial<Record<Metric, Measured>>>;

export type DaySums = { readonly day: Day; readonly views: number; readonly visitors: number };
export type PageSums = {
  readonly path: string;
  readonly views: number;
  /** Visitors of each day, added up: who comes on three days counts three times, for nobody can be followed. */
  readonly visitors: number;
  readonly vitals: Vitals;
};
type DeviceSums = { readonly device: Device; readonly views: number; readonly vitals: Vitals };

/** A path that leads nowhere, the host of a site whose link led here, the campaign of that link, or the code of a country; `other` for those too many on a day. */
export type DetailSums = { readonly name: string; readonly views: number };

/** Who came in a period, and how fast it was for them. */
export type Summary = {
  readonly period: Period;
  readonly views: number;
  /** Of the days, added up, as those of a page. */
  readonly visitors: number;
  readonly vitals: Vitals;
  /** Every day of the period, also those without a view. */
  readonly days: readonly DaySums[];
  /** The most viewed first. Only pages that were viewed or measured. */
  readonly pages: readonly PageSums[];
  /** Every kind. Vitals only of days whose split is still kept (`rollup.ts`). */
  readonly devices: readonly DeviceSums[];
  /** The most viewed first, at most 50 of each; of the last year. */
  readonly missing: readonly DetailSums[];
  readonly referrers: readonly DetailSums[];
  readonly campaigns: readonly DetailSums[];
  readonly countries: readonly DetailSums[];
};

const MOST_DETAILS_TOLD = 50;

/** Days that are read at once: between them, whoever else uses the process has a turn. */
const DAYS_AT_ONCE = 14;

export async function readSummary(db: Db, period: Period): Promise<Summary> {
  const { first, last } = period;
  const days = daysBetween(first, last);
  const views: Counts = { day: new Map(), path: new Map(), device: new Map() };
  const visitors: Counts = { day: new Map(), path: new Map(), device: new Map() };
  const vitals = new Map<string, VitalSums>();
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    const part = days.slice(at, at + DAYS_AT_ONCE);
    const isInPart = sql<boolean>`day between ${part[0]} and ${part.at(-1)}`;
    for (const row of await db.selectFrom('page_views').selectAll().where(isInPart).execute())
      for (const by of ['day', 'path', 'device'] as const) add(views[by], row[by], row.views);
    for (const row of await db.selectFrom('visitor_sketches').selectAll().where(isInPart).execute()) {
      const count = visitorsIn(row.sketch);
      add(visitors.path, row.path, count);
      if (row.path === WHOLE_SITE) add(visitors.day, row.day, count);
    }
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

  const paths = new Set([...views.path.keys(), ...vitalsOfPath.keys()]);
  const pages = [...paths].map((path) => ({
    path,
    views: views.path.get(path) ?? 0,
    visitors: visitors.path.get(path) ?? 0,
    vitals: measured(vitalsOfPath.get(path) ?? []),
  }));
  return {
    period,
    views: total(views.day),
    visitors: total(visitors.day),
    vitals: measured([...vitals.values()]),
    days: days.map((day) => ({
      day,
      views: views.day.get(day) ?? 0,
      visitors: visitors.day.get(day) ?? 0,
    })),
    pages: pages.sort((a, b) => b.views - a.views || (a.path < b.path ? -1 : 1)),
    devices: DEVICES.map((device) => ({
      device,
      views: views.device.get(device) ?? 0,
      vitals: measured(vitalsOfDevice.get(device) ?? []),
    })),
    missing: await readDetails(db, period, 'missing'),
    referrers: await readDetails(db, period, 'referrer'),
    campaigns: await readDetails(db, period, 'campaign'),
    countries: await readDetails(db, period, 'country'),
  };
}

/** Views and visitors of each day alone. */
export async function readDays(db: Db, { first, last }: Period): Promise<DaySums[]> {
  const isIn = sql<boolean>`day between ${first} and ${last}`;
  const viewed = await db
    .selectFrom('page_views')
    .select(({ fn }) => ['day', fn.sum<number | string>('views').as('views')])
    .where(isIn)
    .groupBy('day')
    .execute();
  const visited = await db
    .selectFrom('visitor_sketches')
    .select(['day', 'sketch'])
    .where('path', '=', WHOLE_SITE)
    .where(isIn)
    .execute();
  const views = new Map(viewed.map((row) => [row.day, Number(row.views)]));
  const visitors = new Map(visited.map(({ day, sketch }) => [day, visitorsIn(sketch)]));
  return daysBetween(first, last).map((day) => ({
    day,
    views: views.get(day) ?? 0,
    visitors: visitors.get(day) ?? 0,
  }));
}

/** Whether nobody was counted in the period, nor measured. */
export function isEmpty({ views, pages }: Summary): boolean {
  return views === 0 && pages.length === 0;
}

async function readDetails(db: Db, { first, last }: Period, kind: string): Promise<DetailSums[]> {
  const rows = await db
    .selectFrom('visit_details')
    .select(['name', (eb) => eb.fn.sum('views').as('views')])
    .where('kind', '=', kind)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy('name')
    .orderBy('views', 'desc')
    .orderBy('name')
    .limit(MOST_DETAILS_TOLD)
    .execute();
  return rows.map(({ name, views }) => ({ name, views: Number(views) }));
}

type Counts = Readonly<Record<'day' | 'path' | 'device', Map<string, number>>>;

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** What was measured of a metric on a page with a kind of device, in the whole period. */
type VitalSums = {
  readonly path: string;
  readonly device: string;
  readonly metric: string;
  readonly histogram: Histogram;
};

/** `histograms` holds the histograms of several days, separated by spaces. */
type VitalRow = Omit<VitalSums, 'histogram'> & { readonly histograms: string };

function addVital(vitals: Map<string, VitalSums>, { path, device, metric, histograms }: VitalRow): void {
  const key = keyOf(path, device, metric);
  const known = vitals.get(key) ?? { path, device, metric, histogram: new Map() };
  vitals.set(key, known);
  mergeHistogram(known.histogram, parseHistogram(histograms));
}

function measured(vitals: readonly VitalSums[]): Vitals {
  const found = METRICS.flatMap((metric) => {
    const histogram: Histogram = new Map();
    for (const one of vitals) if (one.metric === metric) mergeHistogram(histogram, one.histogram);
    const p75 = quantile(histogram, metric, 0.75);
    return p75 === undefined ? [] : [[metric, { p75, samples: samplesOf(histogram) }] as const];
  });
  return Object.fromEntries(found);
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Ten years: more is a slip of the hand. */
const MOST_DAYS = 3_660;
const DAYS = 28;

/** As many days, up to the one before the first. */
export function periodBefore({ first, last }: Period): Period {
  return { first: daysAfter(first, -daysBetween(first, last).length), last: daysAfter(first, -1) };
}

type Asked = {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
};

/** The days that a report tells of: up to today and `DAYS` of them unless told. What is wrong with them, in a sentence. */
export function choosePeriod({ from, to }: Asked, now: Date): Period | string {
  const last = to ?? dayOf(now);
  const first = from ?? daysAfter(last, 1 - DAYS);
  if (first > last) return `${first} comes after ${last}.`;
  if (daysBetween(first, last).length > MOST_DAYS) return `A report tells of at most ${MOST_DAYS} days.`;
  return { first, last };
}
