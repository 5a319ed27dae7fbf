import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { EVENT_LIMITS, METRICS, type Metric } from '#features/analytics/contract.ts';
import { createRandom } from '#server/testing/clock-and-random.ts';
import {
  addToSketch,
  addValue,
  countVisitors,
  createSketch,
  type Histogram,
  LAST_BUCKET,
  mergeHistogram,
  mergeSketch,
  parseHistogram,
  parseSketch,
  quantile,
  type Sketch,
  totalOf,
  writeHistogram,
  writeSketch,
} from './sketch.ts';

const STANDARD_ERROR = 1.04 / Math.sqrt(4_096);

/** One call of the hash function gives the hashes of all visitors, 8 bytes each. A call for each visitor would take seconds. */
function sketchOf(seed: string, from: number, to: number): Sketch {
  const hashes = createHash('shake256', { outputLength: 8 * to })
    .update(seed)
    .digest();
  const sketch = createSketch();
  for (let at = 8 * from; at < 8 * to; at += 8) addToSketch(sketch, hashes.subarray(at, at + 8));
  return sketch;
}

test('up to 20 visitors are counted exactly, 200 within 2 %, and more within the stated error', () => {
  expect(countVisitors(createSketch())).toBe(0);
  for (const count of [1, 2, 5, 20]) expect(countVisitors(sketchOf('visitors', 0, count))).toBe(count);
  expect(Math.abs(countVisitors(sketchOf('visitors', 0, 200)) - 200)).toBeLessThanOrEqual(4);
  const errors = [500, 3_000, 10_000, 12_000, 20_000, 50_000].flatMap((count) =>
    ['a', 'b', 'c'].map((seed) => countVisitors(sketchOf(seed, 0, count)) / count - 1),
  );
  for (const error of errors) expect(Math.abs(error)).toBeLessThan(3 * STANDARD_ERROR);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(Math.abs(mean)).toBeLessThan(STANDARD_ERROR);
});

test('merging visitor counts, in any order, counts a visitor who is in several of them once', () => {
  const all = sketchOf('d', 0, 5_000);
  const merged = sketchOf('d', 2_000, 5_000);
  mergeSketch(merged, sketchOf('d', 0, 3_000));
  mergeSketch(merged, sketchOf('d', 1_000, 4_000));
  expect(merged).toEqual(all);
});

test('a visitor count written as a short text is read back unchanged, and other texts are refused', () => {
  for (const count of [0, 1, 50, 4_000, 40_000]) {
    const sketch = sketchOf('e', 0, count);
    expect(parseSketch(writeSketch(sketch))).toEqual(sketch);
    expect(writeSketch(sketch).length, `${count} visitors`).toBeLessThan(3_000);
  }
  expect(writeSketch(sketchOf('e', 0, 1)).length).toBeLessThan(60);
  for (const text of [Buffer.from('no').toString('base64'), '']) expect(() => parseSketch(text)).toThrow();
});

test('visitors with the smallest and the largest possible hash are counted', () => {
  const sketch = createSketch();
  addToSketch(sketch, Buffer.alloc(8));
  addToSketch(sketch, Buffer.alloc(8, 0xff));
  expect([sketch[0], sketch[4_095]]).toEqual([53, 1]);
  expect(countVisitors(new Uint8Array(4_096).fill(53))).toBeGreaterThan(1e15);
});

/** The largest relative error of a quantile (docs/decisions/0021). */
const BOUND = 0.04;

function histogramOf(metric: Metric, values: readonly number[]): Histogram {
  const histogram: Histogram = new Map();
  for (const value of values) addValue(histogram, metric, value);
  return histogram;
}

function skewed(seed: number, count: number, middle: number, width: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return middle * Math.exp(normal * width);
  });
}

const exact = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * values.length)) - 1] ?? Number.NaN;

test.each([
  ['LCP', 2_400, 0.6],
  ['INP', 180, 1.1],
  ['FCP', 1_200, 0.3],
  ['TTFB', 40, 2],
  ['CLS', 0.08, 1],
] as const)(
  'quantiles of the web vital %s, such as the p75, are wrong by at most 4 %%',
  (metric, middle, width) => {
    for (const [seed, count] of [1, 2, 3, 7, 20, 100, 5_000].entries()) {
      const values = skewed(seed, count, middle, width).map((value) =>
        metric === 'CLS' ? Math.max(0.001, value) : Math.max(1, value),
      );
      for (const share of [0.5, 0.75, 0.99]) {
        const found = quantile(histogramOf(metric, values), metric, share) ?? Number.NaN;
        expect(Math.abs(found / exact(values, share) - 1), `${count} values, p${share}`).toBeLessThan(BOUND);
      }
    }
  },
);

test('a histogram without values has no 75th percentile, and one with mostly zeros has the 75th percentile 0', () => {
  expect(quantile(new Map(), 'LCP', 0.75)).toBeUndefined();
  expect(quantile(histogramOf('CLS', [0, 0, 0, 0.4]), 'CLS', 0.75)).toBe(0);
});

test('merging histograms, or joining their texts, gives the histogram of all values', () => {
  const values = skewed(9, 3_000, 900, 1);
  const whole = writeHistogram(histogramOf('LCP', values));
  const parts: Histogram = new Map();
  const texts: string[] = [];
  for (let at = 0; at < values.length; at += 100) {
    const part = histogramOf('LCP', values.slice(at, at + 100));
    mergeHistogram(parts, part);
    texts.push(writeHistogram(part));
  }
  expect(writeHistogram(parts)).toBe(whole);
  expect(writeHistogram(parseHistogram(texts.join('  ')))).toBe(whole);
  expect(totalOf(parts)).toBe(3_000);
});

test('a histogram written as a short text is read back unchanged', () => {
  const histogram = histogramOf('LCP', skewed(4, 100_000, 2_000, 0.5));
  const text = writeHistogram(histogram);
  expect(parseHistogram(text)).toEqual(new Map([...histogram].sort(([a], [b]) => a - b)));
  expect(text.length).toBeLessThan(300);
  expect(parseHistogram('')).toEqual(new Map());
  expect(writeHistogram(parseHistogram('0:1 2a:3.1.f 2k:1'))).toBe('0:1 2a:3.1.f 2k:1');
});

const BROKEN = ['x', '2a', '2a:', '2a:-', ':1', '2a:1 !:2'];
test.each(BROKEN)('the broken histogram text “%s” is refused', (text) => {
  expect(() => parseHistogram(text)).toThrow('A stored histogram cannot be read.');
});

test.each(METRICS)(
  'a histogram of %s has a limited number of buckets, however large a value is',
  (metric) => {
    const values = [0, 0.5, 1, EVENT_LIMITS.valueMax, 1e300, ...skewed(5, 50_000, 500, 5)];
    const histogram = histogramOf(metric, values);
    expect(Math.max(...histogram.keys())).toBeLessThanOrEqual(LAST_BUCKET);
    expect(histogram.size).toBeLessThanOrEqual(LAST_BUCKET + 1);
    expect(writeHistogram(histogram).length).toBeLessThan(1_000);
  },
);
