import { expect, test } from 'vitest';
import { EVENT_LIMITS, METRICS, type Metric } from '#features/analytics/contract.ts';
import { createRandom } from '#server/testing/random.ts';
import {
  addValue,
  type Histogram,
  LAST_BUCKET,
  mergeHistogram,
  parseHistogram,
  quantile,
  samplesOf,
  writeHistogram,
} from './sketch.ts';

/** The largest relative error of a quantile that docs/decisions/0021 allows. */
const BOUND = 0.04;

function histogramOf(metric: Metric, values: readonly number[]): Histogram {
  const histogram: Histogram = new Map();
  for (const value of values) addValue(histogram, metric, value);
  return histogram;
}

/** Random values distributed like loading times: many small ones and a long tail. */
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
  'quantiles of %s such as the p75 are at most 4 %% off, for few values and for many',
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

test('a histogram without values has no p75; if most layout shifts are 0, their p75 is 0', () => {
  expect(quantile(new Map(), 'LCP', 0.75)).toBeUndefined();
  expect(quantile(histogramOf('CLS', [0, 0, 0, 0.4]), 'CLS', 0.75)).toBe(0);
});

test('merging the histograms of several parts gives the histogram of all values', () => {
  const values = skewed(9, 3_000, 900, 1);
  const whole = histogramOf('LCP', values);
  const parts: Histogram = new Map();
  for (let at = 0; at < values.length; at += 100) {
    mergeHistogram(parts, histogramOf('LCP', values.slice(at, at + 100)));
  }
  expect(writeHistogram(parts)).toBe(writeHistogram(whole));
  expect(samplesOf(parts)).toBe(3_000);
});

test('a histogram that is written as text and parsed is unchanged, and its text is short', () => {
  const histogram = histogramOf('LCP', skewed(4, 100_000, 2_000, 0.5));
  const text = writeHistogram(histogram);
  expect(parseHistogram(text)).toEqual(new Map([...histogram].sort(([a], [b]) => a - b)));
  expect(text.length).toBeLessThan(300);
  expect(parseHistogram('')).toEqual(new Map());
  expect(writeHistogram(parseHistogram('0:1 2a:3.1.f 2k:1'))).toBe('0:1 2a:3.1.f 2k:1');
});

test('parsing several histograms joined by spaces adds them up', () => {
  expect(writeHistogram(parseHistogram('2a:3.1  2a:1 2k:1 '))).toBe('2a:4.1 2k:1');
});

test.each(['x', '2a', '2a:', '2a:-', ':1', '2a:1 !:2'])(
  'parsing broken histogram text throws: %s',
  (text) => {
    expect(() => parseHistogram(text)).toThrow('A stored histogram cannot be read.');
  },
);

test('a histogram never has more than the maximum number of buckets, however large a value is', () => {
  for (const metric of METRICS) {
    const histogram = histogramOf(metric, [
      0,
      0.5,
      1,
      EVENT_LIMITS.valueMax,
      1e300,
      ...skewed(5, 50_000, 500, 5),
    ]);
    expect(Math.max(...histogram.keys())).toBeLessThanOrEqual(LAST_BUCKET);
    expect(histogram.size).toBeLessThanOrEqual(LAST_BUCKET + 1);
    expect(writeHistogram(histogram).length).toBeLessThan(1_000);
  }
});
