import { expect, test } from 'vitest';
import { dateInWords, timeInWords } from './words.ts';

test('people are told a day and a minute in words, in UTC', () => {
  expect(dateInWords('2026-12-23T23:59:59.000Z')).toBe('23 December 2026');
  expect(timeInWords('2026-12-23T23:59:59.000Z')).toBe('23 Dec 2026, 23:59 UTC');
  expect(timeInWords('2020-99-99T99:99:00.000Z')).toBe('2020-99-99T99:99:00.000Z');
});
