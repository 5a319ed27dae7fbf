import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { EVENT_LIMITS, type Metric } from '#features/analytics/contract.ts';

/** A HyperLogLog count of visitors: 4,096 registers of one byte, standard error 1.6 % (docs/decisions/0021). */
export type Sketch = Uint8Array<ArrayBuffer>;

const INDEX_BITS = 12;
const REGISTERS = 1 << INDEX_BITS;
/**
 * The number of hash bits after those of the register index; a hash has 64 bits. The position of the first 1 among them is the
 * rank.
 */
const RANK_BITS = 64 - INDEX_BITS;

export function createSketch(): Sketch {
  return new Uint8Array(REGISTERS);
}

/** @param hash evenly distributed; only the first 8 bytes are used */
export function addToSketch(sketch: Sketch, hash: Buffer): void {
  const [first, second] = [hash.readUInt32BE(0), hash.readUInt32BE(4)];
  const index = first >>> (32 - INDEX_BITS);
  const rest = first & (0xffff_ffff >>> INDEX_BITS);
  const zeros = rest === 0 ? 32 - INDEX_BITS + Math.clz32(second) : Math.clz32(rest) - INDEX_BITS;
  const rank = 1 + zeros;
  sketch[index] = Math.max(sketch[index] ?? 0, rank);
}

export function mergeSketch(into: Sketch, from: Sketch): void {
  for (let index = 0; index < REGISTERS; index++) {
    into[index] = Math.max(into[index] ?? 0, from[index] ?? 0);
  }
}

/** An estimate without bias at any size: Ertl, “New cardinality estimation algorithms for HyperLogLog” (2017), §4. */
export function countVisitors(sketch: Sketch): number {
  const withRank = new Array<number>(RANK_BITS + 2).fill(0);
  for (const rank of sketch) withRank[rank] = (withRank[rank] ?? 0) + 1;
  let sum = REGISTERS * tau(1 - (withRank[RANK_BITS + 1] ?? 0) / REGISTERS);
  for (let rank = RANK_BITS; rank >= 1; rank--) sum = (sum + (withRank[rank] ?? 0)) / 2;
  sum += REGISTERS * sigma((withRank[0] ?? 0) / REGISTERS);
  return Math.round(REGISTERS ** 2 / (2 * Math.LN2 * sum));
}

/** Writes a visitor count as text: compressed base64, about 20 characters for one visitor, at most 3 kB. */
export function writeSketch(sketch: Sketch): string {
  return deflateRawSync(sketch, { level: 1 }).toString('base64');
}

/** Parses text of `writeSketch`. Throws on any other text. */
export function parseSketch(text: string): Sketch {
  const sketch = new Uint8Array(inflateRawSync(Buffer.from(text, 'base64')));
  if (sketch.length !== REGISTERS) throw new Error('A stored count of visitors cannot be read.');
  return sketch;
}

function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [power, weight, sum] = [share, 1, share];
  for (let before = -1; before !== sum; ) {
    before = sum;
    power *= power;
    sum += power * weight;
    weight *= 2;
  }
  return sum;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [root, weight, sum] = [share, 1, 1 - share];
  for (let before = -1; before !== sum; ) {
    before = sum;
    root = Math.sqrt(root);
    weight /= 2;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}

/** A day's visitors are stored as a sketch for two days. Then the day is closed: only `=` and the number of visitors are kept. */
const CLOSED = /^=(\d+)$/;

function closedCount(text: string): number | undefined {
  const count = CLOSED.exec(text)?.[1];
  return count === undefined ? undefined : Number(count);
}

/** The text to store after visitors were added. A stored number cannot be merged with a sketch, so the larger number is kept. */
export function withVisitors(stored: string | undefined, added: Sketch): string {
  if (stored === undefined) return writeSketch(added);
  const count = closedCount(stored);
  if (count !== undefined) return closedText(Math.max(count, countVisitors(added)));
  const sketch = parseSketch(stored);
  mergeSketch(sketch, added);
  return writeSketch(sketch);
}

export const closedText = (count: number) => `=${count}`;

/** The number of visitors in a stored text. Throws if the text is neither a sketch nor a number. */
export function visitorsIn(text: string): number {
  return closedCount(text) ?? countVisitors(parseSketch(text));
}

/** Counts of values by bucket. Buckets are 8 % wide, so a value is at most 3.9 % off (docs/decisions/0021). */
export type Histogram = Map<number, number>;

const GROWTH = 1.08;
const STEP = Math.log(GROWTH);
/** The last bucket also counts all larger values, so that the size of a histogram is limited. */
export const LAST_BUCKET = 1 + Math.floor(Math.log(EVENT_LIMITS.valueMax) / STEP);

/**
 * The factor by which a value is multiplied before it is counted. CLS is around 0.1, so it is counted in thousandths. The other
 * metrics are counted in milliseconds.
 */
const unitsOf = (metric: Metric) => (metric === 'CLS' ? 1_000 : 1);

/** @param value in milliseconds, or without unit for CLS; not negative */
export function addValue(histogram: Histogram, metric: Metric, value: number): void {
  const units = value * unitsOf(metric);
  const bucket = units < 1 ? 0 : Math.min(LAST_BUCKET, 1 + Math.floor(Math.log(units) / STEP));
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1);
}

export function mergeHistogram(into: Histogram, from: Histogram): void {
  for (const [bucket, count] of from) into.set(bucket, (into.get(bucket) ?? 0) + count);
}

export function totalOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** The value that a `share` of all measurements does not exceed, at most 3.9 % off. Undefined without measurements. */
export function quantile(histogram: Histogram, metric: Metric, share: number): number | undefined {
  const rank = Math.max(1, Math.ceil(share * totalOf(histogram)));
  let passed = 0;
  for (const [bucket, count] of inOrder(histogram)) {
    passed += count;
    // Returns the geometric middle of the bucket, which has the same relative error to both ends.
    if (passed >= rank) return bucket === 0 ? 0 : GROWTH ** (bucket - 0.5) / unitsOf(metric);
  }
  return undefined;
}

/**
 * Writes a histogram as text in base 36, like `2a:3.1.f 2k:1`: for each run of buckets, its first number, a colon and the counts.
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

/** Parses texts of `writeHistogram`, separated by spaces, and adds them up. Throws on any other text. */
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
