import { expect, test } from 'vitest';
import { dayOf, daysAfter, daysBetween, parseDay } from './time.ts';

test('days are those of UTC', () => {
  expect(dayOf(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01');
  expect(dayOf(new Date('2026-03-01T23:59:59.999-05:00'))).toBe('2026-03-02');
});

test('days are counted across months, leap days and the change of clocks', () => {
  expect(daysAfter('2028-02-28', 2)).toBe('2028-03-01');
  expect(daysAfter('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2026-03-28', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([]);
  expect(daysBetween('2026-01-01', '2026-12-31')).toHaveLength(365);
});

test.each(['2026-02-30', '2026-2-3', '26-02-03', '2026-02-03T00:00', 'today', '', '2026-13-01'])(
  '“%s” is no day',
  (text) => {
    expect(parseDay(text)).toBeUndefined();
  },
);
