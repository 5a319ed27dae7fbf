import { EVENT_LIMITS, type Metric } from '#features/analytics/contract.ts';

/**
 * Counts by bucket. Buckets are 8 % wide, so a value read from one is at most 3.9 % off
 * (docs/decisions/0021-page-views-are-sums-and-sketches.md).
 */
export type Histogram = Map<number, number>;

const GROWTH = 1.08;
const STEP = Math.log(GROWTH);
/** However large a value is: no histogram has more buckets than this. */
export const LAST_BUCKET = 1 + Math.floor(Math.log(EVENT_LIMITS.valueMax) / STEP);

/** CLS is a number around 0.1; thousandths of it are as fine as milliseconds are for the others. */
const unitsOf = (metric: Metric) => (metric === 'CLS' ? 1_000 : 1);

/** Counts one measured value. @param value milliseconds, or CLS as it is; not negative */
export function addValue(histogram: Histogram, metric: Metric, value: number): void {
  const units = value * unitsOf(metric);
  const bucket = units < 1 ? 0 : Math.min(LAST_BUCKET, 1 + Math.floor(Math.log(units) / STEP));
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1);
}

export function mergeHistogram(into: Histogram, from: Histogram): void {
  for (const [bucket, count] of from) into.set(bucket, (into.get(bucket) ?? 0) + count);
}

/** How many values were measured. */
export function samplesOf(histogram: Histogram): number {
  return [...histogram.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * The value that `share` (0.75 for the p75) of all measurements do not exceed, at most 3.9 % off; `undefined` without
 * measurements.
 */
export function quantile(histogram: Histogram, metric: Metric, share: number): number | undefined {
  const rank = Math.max(1, Math.ceil(share * samplesOf(histogram)));
  let passed = 0;
  for (const [bucket, count] of inOrder(histogram)) {
    passed += count;
    // The middle of the bucket, by factor: as far from its lower as from its upper end.
    if (passed >= rank) return bucket === 0 ? 0 : GROWTH ** (bucket - 0.5) / unitsOf(metric);
  }
  return undefined;
}

/**
 * As text: runs of neighbouring buckets, each its first bucket, a colon and the counts, in base 36: `2a:3.1.f 2k:1`.
 */
export function writeHistogram(histogram: Histogram): string {
  let text = '';
  let next = -1;
  for (const [bucket, count] of inOrder(histogram)) {
    const place = bucket === next ? '.' : `${text === '' ? '' : ' '}${bucket.toString(36)}:`;
    text += place + count.toString(36);
    next = bucket + 1;
  }
  return text;
}

const RUN = /^([0-9a-z]+):([0-9a-z]+(?:\.[0-9a-z]+)*)$/;

/** Reads what `writeHistogram` wrote, once or several times with blanks between; throws on anything else. */
export function parseHistogram(text: string): Histogram {
  const histogram: Histogram = new Map();
  for (const run of text.split(' ').filter((part) => part !== '')) {
    const [, first = '', counts = ''] = RUN.exec(run) ?? [];
    for (const [index, count] of counts.split('.').entries()) {
      const [bucket, added] = [Number.parseInt(first, 36) + index, Number.parseInt(count, 36)];
      if (!Number.isSafeInteger(bucket) || !Number.isSafeInteger(added))
        throw new Error('A stored histogram cannot be read.');
      histogram.set(bucket, (histogram.get(bucket) ?? 0) + added);
    }
  }
  return histogram;
}

function inOrder(histogram: Histogram): [number, number][] {
  return [...histogram].sort(([a], [b]) => a - b);
}
