import { expect, test } from 'vitest';
import { dayOf, localDay, longDate, timeAgo } from './dates.ts';

test('an ISO time is shown as a long date', () => {
  expect(longDate('2026-01-20T12:00:00.000Z')).toBe('20 January 2026');
});

test.each(['', 'soon', '2026-13-40', 'null'])('the text %j is no date and is shown as empty text', (text) => {
  expect(longDate(text)).toBe('');
  expect(dayOf(text)).toBe('');
});

test('a date field shows the day of an ISO date and of an ISO time', () => {
  expect(dayOf('2008-02-29')).toBe('2008-02-29');
  expect(dayOf('2008-02-29T00:00:00.000Z')).toBe('2008-02-29');
});

test.each([
  ['less than a minute ago', '2026-01-20T11:59:30Z', null],
  ['minutes ago', '2026-01-20T11:55:00Z', '5 minutes ago'],
  ['hours ago', '2026-01-20T09:00:00Z', '3 hours ago'],
  ['yesterday, more than a day ago', '2026-01-19T11:00:00Z', '19 January 2026'],
])(
  'timeAgo() describes a time %s (%s) as %j, where null means too recent to describe',
  (_when, iso, text) => {
    expect(timeAgo(iso, new Date('2026-01-20T12:00:00Z'))).toBe(text);
  },
);

test('today’s date is written with leading zeros', () => {
  expect(localDay(new Date(2026, 2, 5))).toBe('2026-03-05');
});
