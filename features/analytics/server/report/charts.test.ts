import { expect, test } from 'vitest';
import { METRICS } from '#features/analytics/contract.ts';
import { changeOf, perDay, ratingOf, readableValue, topOf } from './charts.ts';

test('web vitals are rated by the thresholds of the web-vitals library; a value at a threshold gets the better rating', async () => {
  const library = await import('web-vitals');
  for (const metric of METRICS) {
    const [good, poor] = library[`${metric}Thresholds`];
    const ratings = [good, good * 1.0001, poor, poor * 1.0001].map((value) => ratingOf(metric, value));
    expect(ratings).toEqual(['good', 'work', 'work', 'poor']);
  }
});

test.each([
  ['LCP', 999.4, '999 ms'],
  ['LCP', 1_234, '1.2 s'],
  ['LCP', 45_678, '46 s'],
  ['CLS', 0, '0.000'],
  ['CLS', 0.0456, '0.046'],
  ['CLS', 0.25, '0.25'],
] as const)('for the web vital %s the value %d is shown as %s', (metric, value, text) => {
  expect(readableValue(metric, value)).toBe(text);
});

test.each([
  [0, 28, 'none'],
  [2, 28, 'fewer than one a day'],
  [14, 28, 'about 1 a day'],
  [40_000, 10, 'about 4,000 a day'],
])('a total of %d in %d days is shown as the daily average “%s”', (count, days, text) => {
  expect(perDay(count, days)).toBe(text);
});

test('the top line of a chart is a whole number at or closely above the largest value', () => {
  expect([0, 1, 3, 7, 11, 12, 99, 101, 1_426, 10_000].map(topOf)).toEqual([
    1, 1, 3, 8, 12, 12, 100, 120, 1_500, 10_000,
  ]);
});

test.each([
  [112, 100, '12 % more than before'],
  [88, 100, '12 % fewer than before'],
  [1_000, 1_001, 'as many as before'],
  [3, 0, 'none in the days before'],
  [0, 0, 'none in the days before either'],
])('a count of %s, with %s in the period before, is shown as “%s”', (count, before, words) => {
  expect(changeOf(count, before)).toBe(words);
});
