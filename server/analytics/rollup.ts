import type { Device, Metric, PageView, Vital } from '#contract/analytics.ts';
import type { Day } from './day.ts';
import { addValue, type Histogram, mergeHistogram } from './histogram.ts';
import { addToSketch, createSketch, mergeSketch, type Sketch } from './sketch.ts';

/** Stands for the whole site where a path could stand. */
export const WHOLE_SITE = '*';

/** The sums of one day, as the tables have them. Keys are made by `keyOf`. */
export type DayRollup = {
  /** By path and device. */
  readonly views: Map<string, number>;
  /** By path, device and metric. */
  readonly vitals: Map<string, Histogram>;
  /** By path, and for the whole site. */
  readonly sketches: Map<string, Sketch>;
};

/** Sums that are not in the database yet. Its size has a bound: days, pages, devices and metrics are few. */
export type Rollup = Map<Day, DayRollup>;

/** What came at once from one visitor, its paths known. */
export type Visit = {
  readonly device: Device;
  readonly events: readonly (PageView | Vital)[];
  /** The visitor, for this day: see `salts.ts`. */
  readonly hash: Buffer;
};

export const keyOf = (...parts: readonly string[]): string => parts.join('\n');
export const partsOf = (key: string): string[] => key.split('\n');

export function addVisit(rollup: Rollup, day: Day, { device, events, hash }: Visit): void {
  const { views, vitals, sketches } = sumsOf(rollup, day);
  for (const event of events) {
    if (event.kind === 'vital') {
      const { path, metric, value } = event;
      addValue(
        entry<Histogram>(vitals, keyOf(path, device, metric), () => new Map()),
        metric as Metric,
        value,
      );
      continue;
    }
    const key = keyOf(event.path, device);
    views.set(key, (views.get(key) ?? 0) + 1);
    for (const path of [event.path, WHOLE_SITE]) addToSketch(entry(sketches, path, createSketch), hash);
  }
}

/** Adds sums that could not be stored to those that came meanwhile. */
export function mergeRollup(into: Rollup, from: Rollup): void {
  for (const [day, sums] of from) {
    const { views, vitals, sketches } = sumsOf(into, day);
    for (const [key, count] of sums.views) views.set(key, (views.get(key) ?? 0) + count);
    for (const [key, histogram] of sums.vitals) {
      mergeHistogram(
        entry<Histogram>(vitals, key, () => new Map()),
        histogram,
      );
    }
    for (const [key, sketch] of sums.sketches) mergeSketch(entry(sketches, key, createSketch), sketch);
  }
}

function sumsOf(rollup: Rollup, day: Day): DayRollup {
  return entry(rollup, day, () => ({ views: new Map(), vitals: new Map(), sketches: new Map() }));
}

function entry<V>(map: Map<string, V>, key: string, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = create();
  map.set(key, made);
  return made;
}
