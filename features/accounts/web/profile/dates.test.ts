import { expect, test } from 'vitest';
import { dayOf, localDay, longDate, timeAgo } from './dates.ts';

test('an ISO time is shown as a long date, and a date field gets only the day', () => {
  expect(longDate('2026-01-20T12:00:00.000Z')).toBe('20 January 2026');
  for (const iso of ['2008-02-29', '2008-02-29T00:00:00.000Z']) expect(dayOf(iso)).toBe('2008-02-29');
});

test.each(['', 'soon', '2026-13-40', 'null'])('the text %j is no date and is shown as empty text', (text) => {
  expect(longDate(text)).toBe('');
  expect(dayOf(text)).toBe('');
});

test.each([
  ['2026-01-20T11:59:30Z', null],
  ['2026-01-20T11:55:00Z', '5 minutes ago'],
  ['2026-01-20T09:00:00Z', '3 hours ago'],
  ['2026-01-19T11:00:00Z', '19 January 2026'],
])(
  'at noon on 20 January, the time %s is shown as %j (null: not shown, because it is less than a minute ago)',
  (iso, text) => {
    expect(timeAgo(iso, new Date('2026-01-20T12:00:00Z'))).toBe(text);
  },
);

test('today’s date is written with leading zeros', () => {
  expect(localDay(new Date(2026, 2, 5))).toBe('2026-03-05');
});
