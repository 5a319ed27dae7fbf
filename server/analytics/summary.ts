import { sql } from 'kysely';
import { DEVICES, type Device, METRICS, type Metric } from '#contract/analytics.ts';
import type { Db } from '#server/database/database.ts';
import { type Day, daysBetween } from './day.ts';
import { type Histogram, mergeHistogram, parseHistogram, quantile, samplesOf } from './histogram.ts';
import { WHOLE_SITE } from './rollup.ts';
import { visitorsIn } from './stored-visitors.ts';

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
export type DeviceSums = { readonly device: Device; readonly views: number; readonly vitals: Vitals };

/** A path that leads nowhere, or the host of a site whose link led here; `other` for those too many on a day. */
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
  /** Every kind. Vitals only of days whose split is still kept (`tidy.ts`). */
  readonly devices: readonly DeviceSums[];
  /** The most viewed first, at most 50 of each; of the last year. */
  readonly missing: readonly DetailSums[];
  readonly referrers: readonly DetailSums[];
};

const MOST_DETAILS_TOLD = 50;

export async function readSummary(db: Db, period: Period): Promise<Summary> {
  const { first, last } = period;
  const isInPeriod = sql<boolean>`day between ${first} and ${last}`;
  const viewRows = await db.selectFrom('page_views').selectAll().where(isInPeriod).execute();
  const sketches = await db.selectFrom('visitor_sketches').selectAll().where(isInPeriod).execute();
  const vitals = await db.selectFrom('vitals').selectAll().where(isInPeriod).execute();
  const views = viewRows.map((row) => ({ ...row, count: row.views }));
  const visitors = sketches.map(({ day, path, sketch }) => ({ day, path, count: visitorsIn(sketch) }));

  const viewsOfDay = sums(views, ({ day }) => day);
  const viewsOfPath = sums(views, ({ path }) => path);
  const viewsOfDevice = sums(views, ({ device }) => device);
  const visitorsOfPath = sums(visitors, ({ path }) => path);
  const ofSite = visitors.filter(({ path }) => path === WHOLE_SITE);
  const visitorsOfDay = sums(ofSite, ({ day }) => day);
  const vitalsOfPath = Map.groupBy(vitals, ({ path }) => path);
  const vitalsOfDevice = Map.groupBy(vitals, ({ device }) => device);

  const paths = new Set([...viewsOfPath.keys(), ...vitalsOfPath.keys()]);
  const pages = [...paths].map((path) => ({
    path,
    views: viewsOfPath.get(path) ?? 0,
    visitors: visitorsOfPath.get(path) ?? 0,
    vitals: measured(vitalsOfPath.get(path) ?? []),
  }));
  return {
    period,
    views: total(viewsOfDay),
    visitors: total(visitorsOfDay),
    vitals: measured(vitals),
    days: daysBetween(first, last).map((day) => ({
      day,
      views: viewsOfDay.get(day) ?? 0,
      visitors: visitorsOfDay.get(day) ?? 0,
    })),
    pages: pages.sort((a, b) => b.views - a.views || (a.path < b.path ? -1 : 1)),
    devices: DEVICES.map((device) => ({
      device,
      views: viewsOfDevice.get(device) ?? 0,
      vitals: measured(vitalsOfDevice.get(device) ?? []),
    })),
    missing: await readDetails(db, period, 'missing'),
    referrers: await readDetails(db, period, 'referrer'),
  };
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

type VitalRow = { readonly metric: string; readonly histogram: string };

function measured(rows: readonly VitalRow[]): Vitals {
  const found = METRICS.flatMap((metric) => {
    const together: Histogram = new Map();
    for (const row of rows) {
      if (row.metric === metric) mergeHistogram(together, parseHistogram(row.histogram));
    }
    const p75 = quantile(together, metric, 0.75);
    return p75 === undefined ? [] : [[metric, { p75, samples: samplesOf(together) }] as const];
  });
  return Object.fromEntries(found);
}

function sums<T extends { readonly count: number }>(
  rows: readonly T[],
  keyOf: (row: T) => string,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const row of rows) found.set(keyOf(row), (found.get(keyOf(row)) ?? 0) + row.count);
  return found;
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
