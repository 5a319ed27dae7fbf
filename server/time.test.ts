import { expect, test } from 'vitest';
import { dateInWords, dayOf, daysAfter, daysBetween, parseDay, timeInWords } from './time.ts';

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

test('people are told a day and a minute in words, in UTC', () => {
  expect(dateInWords('2026-12-23T23:59:59.000Z')).toBe('23 December 2026');
  expect(timeInWords('2026-12-23T23:59:59.000Z')).toBe('23 Dec 2026, 23:59 UTC');
  expect(timeInWords('2020-99-99T99:99:00.000Z')).toBe('2020-99-99T99:99:00.000Z');
});
