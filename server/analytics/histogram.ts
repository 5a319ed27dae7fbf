import { EVENT_LIMITS, type Metric } from '#contract/analytics.ts';

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

/** Reads what `writeHistogram` wrote; throws on anything else. */
export function parseHistogram(text: string): Histogram {
  const histogram: Histogram = new Map();
  eachBucket(text, (bucket, count) => histogram.set(bucket, count));
  return histogram;
}

/** Counts by bucket in one block of memory: adding up thousands of histograms costs little more than reading them. */
export type BucketSums = Float64Array;

export const createBucketSums = (): BucketSums => new Float64Array(LAST_BUCKET + 1);

/** Adds what `writeHistogram` wrote, once or several times with blanks between; throws on anything else. */
export function addWritten(sums: BucketSums, text: string): void {
  eachBucket(text, (bucket, count) => {
    const at = Math.min(bucket, LAST_BUCKET);
    sums[at] = (sums[at] ?? 0) + count;
  });
}

export function addBucketSums(into: BucketSums, from: BucketSums): void {
  for (let bucket = 0; bucket < into.length; bucket++)
    into[bucket] = (into[bucket] ?? 0) + (from[bucket] ?? 0);
}

export function histogramIn(sums: BucketSums): Histogram {
  return new Map([...sums.entries()].filter(([, count]) => count > 0));
}

const [BLANK, DOT, COLON] = [0x20, 0x2e, 0x3a];

/** In one pass: a year of a busy site has a hundred thousand of these. */
function eachBucket(text: string, take: (bucket: number, count: number) => void): void {
  let bucket = -1;
  let [number, digits] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? BLANK : text.charCodeAt(at);
    const digit = digit36(code);
    if (digit >= 0) {
      number = number * 36 + digit;
      digits++;
      continue;
    }
    const isFirst = bucket === -1;
    if (isFirst && digits === 0 && code === BLANK) continue;
    const isExpected = isFirst ? code === COLON : code === DOT || code === BLANK;
    if (!isExpected || digits === 0 || !Number.isSafeInteger(number))
      throw new Error('A stored histogram cannot be read.');
    if (isFirst) bucket = number;
    else {
      take(bucket, number);
      bucket = code === BLANK ? -1 : bucket + 1;
    }
    number = 0;
    digits = 0;
  }
}

/** The value of a digit of base 36; -1 for any other letter. */
function digit36(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x7a ? code - 0x61 + 10 : -1;
}

function inOrder(histogram: Histogram): [number, number][] {
  return [...histogram].sort(([a], [b]) => a - b);
}
