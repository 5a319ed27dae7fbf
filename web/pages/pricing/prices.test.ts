import { describe, expect, test } from 'vitest';
import { formatRupees, priceOf, savedInYear } from './prices.ts';

const plan = (price: `${number}`) => ({ name: 'Sample', price });

describe('what a plan costs', () => {
  test.each([
    ['0', 0, 0],
    ['350', 350, 3_360],
    ['500', 500, 4_800],
    ['200', 200, 1_920],
    ['1000', 1_000, 9_600],
  ] as const)('%s rupees a month', (price, month, year) => {
    expect(priceOf(plan(price), 'month')).toBe(month);
    expect(priceOf(plan(price), 'year')).toBe(year);
    expect(savedInYear(plan(price))).toBe(month * 12 - year);
  });

  test('a year is rounded to the rupee, up and down', () => {
    expect(priceOf(plan('99'), 'year')).toBe(950);
    expect(priceOf(plan('101'), 'year')).toBe(970);
    expect(priceOf(plan('33'), 'year')).toBe(317);
  });

  test('a price that is no amount is refused, with the plan’s name', () => {
    expect(() => priceOf(plan('-5'), 'month')).toThrow('The plan Sample of content/pricing.ts');
    expect(() => priceOf(plan('Infinity' as `${number}`), 'month')).toThrow('Infinity');
  });

  test('rupees are written as in India', () => {
    expect(formatRupees(0)).toBe('₹0');
    expect(formatRupees(9_600)).toBe('₹9,600');
    expect(formatRupees(1_234_567)).toBe('₹12,34,567');
  });
});
