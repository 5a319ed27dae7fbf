import { expect, test } from 'vitest';
import {
  clockIn,
  dateInWords,
  dayOf,
  daysAfter,
  daysBetween,
  momentIn,
  parseDay,
  timeInWords,
  wrongDay,
} from './time.ts';

test('the day of a point in time is its day in UTC', () => {
  expect(dayOf(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01');
  expect(dayOf(new Date('2026-03-01T23:59:59.999-05:00'))).toBe('2026-03-02');
});

test('days are counted correctly across months, leap days and clock changes', () => {
  expect(daysAfter('2028-02-28', 2)).toBe('2028-03-01');
  expect(daysAfter('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2026-03-28', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([]);
  expect(daysBetween('2026-01-01', '2026-12-31')).toHaveLength(365);
});

test.each(['2026-02-30', '9999-12-31', '11/28/2026', '28 Foo 2026', '26-02-03', '2026-02-03T00:00', ''])(
  'the text “%s” is not accepted as a day',
  (text) => {
    expect(parseDay(text)).toBeUndefined();
  },
);

test.each(['28/11/2026', '28.11.2026', '28-11-2026', '28 Nov 2026', '28 november 2026', '2026-11-28'])(
  'the text “%s” is read as the 28th of November 2026',
  (text) => {
    expect(parseDay(text)).toBe('2026-11-28');
  },
);

test('a date that does not exist and a text that is not a date cause different error messages', () => {
  for (const day of ['31/02/2026', '31 Feb 2026', '2026-02-31'])
    expect(wrongDay(day, 'Please type another.')).toBe(`${day} isn’t in the calendar. Please type another.`);
  for (const text of ['tomorrow', '31/12/9999'])
    expect(wrongDay(text)).toBe('Please type a date like 23/11/2026.');
});

test('a point in time is converted to the local time of a time zone and back, also during daylight saving time', () => {
  expect(clockIn('Asia/Kolkata', new Date('2026-11-28T20:00:00.000Z'))).toBe('29/11/2026 01:30');
  expect(momentIn('Asia/Kolkata', '2026-11-29T01:30')).toBe('2026-11-28T20:00:00.000Z');
  expect(momentIn('Europe/Berlin', '2026-07-01T00:00')).toBe('2026-06-30T22:00:00.000Z');
});

test('a date and a time are formatted in words, in the time zone of the site', () => {
  expect(dateInWords('2026-12-23T23:59:59.000Z')).toBe('24 December 2026');
  expect(timeInWords('2026-12-23T23:59:59.000Z')).toBe('24 Dec 2026, 05:29 IST');
  expect(timeInWords('2020-99-99T99:99:00.000Z')).toBe('2020-99-99T99:99:00.000Z');
});
