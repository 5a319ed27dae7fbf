import { describe, expect, test } from 'vitest';
import { formatRupees, priceOf, savedInYear } from './prices.ts';

const plan = (price: `${number}`) => ({ price });

describe('the price of a plan', () => {
  test.each([
    ['0', 0, 0],
    ['350', 350, 3_360],
    // The price of a year is rounded to whole rupees.
    ['99', 99, 950],
    ['33', 33, 317],
  ] as const)('[P-154] is calculated for a month and a year from %s rupees a month', (price, month, year) => {
    expect(priceOf(plan(price), 'month')).toBe(month);
    expect(priceOf(plan(price), 'year')).toBe(year);
    expect(savedInYear(plan(price))).toBe(month * 12 - year);
  });
});

test.each([0, 9, 350, 999.6, 1_000, 99_999, 100_000, 1_234_567, 123_456_789])(
  '%d rupees are formatted exactly as Intl.NumberFormat formats them',
  (rupees) => {
    const format = { style: 'currency', currency: 'INR', maximumFractionDigits: 0 } as const;
    expect(formatRupees(rupees)).toBe(new Intl.NumberFormat('en-IN', format).format(rupees));
  },
);
