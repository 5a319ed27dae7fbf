import {
  type Device,
  type Metric,
  OTHER_PATH,
  type PageView,
  type Vital,
} from '#features/analytics/contract.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows, findRows, updateRows } from '#server/database/rows.ts';
import { type Day, dayOf, daysAfter } from '#server/time.ts';
import {
  addToSketch,
  addValue,
  closedText,
  createSketch,
  type Histogram,
  mergeHistogram,
  mergeSketch,
  parseHistogram,
  type Sketch,
  visitorsIn,
  writeHistogram,
} from './sketch.ts';
import { ALL_DEVICES, storeSums, writeSums } from './store.ts';

export const WHOLE_SITE = '*';

/** The sums of one day that are not stored yet, with one map for each table. `keyOf` makes the keys of the maps. */
export type DayRollup = {
  readonly views: Map<string, number>;
  readonly vitals: Map<string, Histogram>;
  readonly sketches: Map<string, Sketch>;
  /** Views by kind (`missing`, `referrer`, `campaign`, `country`) and name. */
  readonly details: Map<string, number>;
};

const DETAILS = ['missing', 'referrer', 'campaign', 'country'] as const;

/** The maximum number of names of one kind that are counted separately in a day. Further names are counted together. */
export const MOST_DETAILS = 200;

/** If the visited path is no page of the site, `path` is `other` and `missing` is that path. `country` is a code such as `IN`. */
export type CountedView = PageView & { readonly missing?: string; readonly country?: string };

/** Sums that the database does not have yet. They stay small, because days, pages, devices and metrics are few. */
export type Rollup = Map<Day, DayRollup>;

type Visit = {
  readonly device: Device;
  readonly events: readonly (CountedView | Vital)[];
  readonly hash: Buffer;
};

export const keyOf = (...parts: readonly string[]): string => parts.join('\n');
export const partsOf = (key: string): string[] => key.split('\n');

export function addVisit(rollup: Rollup, day: Day, { device, events, hash }: Visit): void {
  const { views, vitals, sketches, details } = sumsOf(rollup, day);
  for (const event of events) {
    if (event.kind === 'vital') {
      const { path, metric, value } = event;
      const histogram = vitals.getOrInsertComputed(keyOf(path, device, metric), () => new Map());
      addValue(histogram, metric as Metric, value);
      continue;
    }
    const key = keyOf(event.path, device);
    views.set(key, (views.get(key) ?? 0) + 1);
    for (const kind of DETAILS) {
      const name = event[kind];
      if (name !== undefined) addDetail(details, keyOf(kind, name), 1);
    }
    for (const path of [event.path, WHOLE_SITE])
      addToSketch(sketches.getOrInsertComputed(path, createSketch), hash);
  }
}

export function mergeRollup(into: Rollup, from: Rollup): void {
  for (const [day, sums] of from) {
    const { views, vitals, sketches, details } = sumsOf(into, day);
    for (const [key, count] of sums.views) views.set(key, (views.get(key) ?? 0) + count);
    for (const [key, histogram] of sums.vitals)
      mergeHistogram(
        vitals.getOrInsertComputed(key, () => new Map()),
        histogram,
      );
    for (const [key, count] of sums.details) addDetail(details, key, count);
    for (const [key, sketch] of sums.sketches)
      mergeSketch(sketches.getOrInsertComputed(key, createSketch), sketch);
  }
}

/** Strangers choose the names, so above the limit new names are counted together. */
function addDetail(details: Map<string, number>, key: string, count: number): void {
  const [kind = ''] = partsOf(key);
  const isFull = () => [...details.keys()].filter((one) => partsOf(one)[0] === kind).length >= MOST_DETAILS;
  const counted =
    !details.has(key) && details.size >= MOST_DETAILS && isFull() ? keyOf(kind, OTHER_PATH) : key;
  details.set(counted, (details.get(counted) ?? 0) + count);
}

function sumsOf(rollup: Rollup, day: Day): DayRollup {
  return rollup.getOrInsertComputed(day, () => ({
    views: new Map(),
    vitals: new Map(),
    sketches: new Map(),
    details: new Map(),
  }));
}

/** The number of days for which web vitals are stored per device. For older days they are stored for all devices together. */
export const SPLIT_DAYS = 35;
/**
 * The number of days for which paths of missing pages, referrers, campaigns and countries are stored.
 * `content/features/analytics-data.ts` states the same number.
 */
const DETAIL_DAYS = 365;

/**
 * Replaces visitor sketches (`sketch.ts`) by numbers, merges the vitals of the devices, and deletes details of old days. May be
 * repeated, also by several processes at once.
 */
export async function tidyAnalytics(db: Db, now: Date): Promise<void> {
  const today = dayOf(now);
  await closeVisitors(db, daysAfter(today, -1));
  await joinDevices(db, daysAfter(today, -SPLIT_DAYS));
  await db.deleteFrom('visit_details').where('day', '<', daysAfter(today, -DETAIL_DAYS)).execute();
}

/**
 * Replaces visitor sketches (`sketch.ts`) of days before `before` by numbers. Each day has its own transaction, so that other
 * writers wait only briefly.
 */
async function closeVisitors(db: Db, before: Day): Promise<void> {
  const open = await db
    .selectFrom('visitor_sketches')
    .select('day')
    .distinct()
    .where('day', '<', before)
    .where('sketch', 'not like', '=%')
    .execute();
  for (const { day } of open) {
    await writeSums(db, async (tx) => {
      const rows = await tx
        .selectFrom('visitor_sketches')
        .selectAll()
        .where('day', '=', day)
        .where('sketch', 'not like', '=%')
        .execute();
      for (const { path, sketch } of rows) {
        await updateRows(tx, 'visitor_sketches', { day, path }, { sketch: closedText(visitorsIn(sketch)) });
      }
    });
  }
}

async function joinDevices(db: Db, before: Day): Promise<void> {
  const split = await db
    .selectFrom('vitals')
    .select('day')
    .distinct()
    .where('day', '<', before)
    .where('device', '!=', ALL_DEVICES)
    .execute();
  for (const { day } of split) await writeSums(db, (tx) => joinDay(tx, day));
}

async function joinDay(tx: Tx, day: Day): Promise<void> {
  const rows = await findRows(tx, 'vitals', '*', { day });
  const joined = [...Map.groupBy(rows, ({ path, metric }) => keyOf(path, metric))].map(([key, parts]) => {
    const [path = '', metric = ''] = partsOf(key);
    const histogram = new Map();
    for (const part of parts) mergeHistogram(histogram, parseHistogram(part.histogram));
    return { day, path, device: ALL_DEVICES, metric, histogram: writeHistogram(histogram) };
  });
  await deleteRows(tx, 'vitals', { day });
  await storeSums(tx, 'vitals', joined);
}
