import { expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { parseReport } from './period.ts';

const NOW = new Date('2026-11-21T23:30:00Z');
const period = (...args: string[]) => parseReport(args, NOW).period;

test('the last 28 days unless told, today with them', () => {
  expect(parseReport([], NOW)).toEqual({
    period: { first: '2026-10-25', last: '2026-11-21' },
    json: false,
    html: undefined,
    replace: false,
  });
});

test.each([
  [['--days', '1'], '2026-11-21', '2026-11-21'],
  [['--days=7'], '2026-11-15', '2026-11-21'],
  [['--days', '7', '--to', '2026-03-03'], '2026-02-25', '2026-03-03'],
  [['--from', '2026-11-01'], '2026-11-01', '2026-11-21'],
  [['--from', '2026-01-01', '--to', '2026-01-31'], '2026-01-01', '2026-01-31'],
  [['--to', '2026-01-31'], '2026-01-04', '2026-01-31'],
])('%j', (args, first, last) => {
  expect(period(...args)).toEqual({ first, last });
});

test.each([
  [['--form', '2026-11-01'], /^Unknown option “--form”\.$/],
  [['yesterday'], /^Unexpected argument “yesterday”\.$/],
  [['1.5'], /^Unexpected argument “1\.5”\.$/],
  [['--from'], /^Option “--from <value>” argument missing\.$/],
  [['--from', '--json'], /^Option “--from” argument is ambiguous\.$/],
  [['--from', '2026-02-30'], '--from must be a day like 2026-11-21, not “2026-02-30”.'],
  [['--to', 'today'], '--to must be a day like 2026-11-21, not “today”.'],
  [['--from', '2026-11-22'], '--from 2026-11-22 comes after today.'],
  [['--from', '2026-02-02', '--to', '2026-02-01'], '--from 2026-02-02 comes after --to 2026-02-01.'],
  [['--from', '1999-01-01'], 'A report tells of at most 3660 days.'],
  [['--days', '0'], /^--days must be a whole number/],
  [['--days', '1.5'], /^--days must be a whole number/],
  [['--days', '9999'], /^--days must be a whole number/],
  [['--days', '7', '--from', '2026-11-01'], 'Choose --from or --days, not both.'],
  [['--json', '--html', 'x.html'], 'Choose --json or --html, not both.'],
  [['--html', ''], '--html needs the name of a file.'],
  [['--force'], '--force goes with --html.'],
])('%j is not understood', (args, message) => {
  expect(() => parseReport(args, NOW)).toThrow(UsageError);
  expect(() => parseReport(args, NOW)).toThrow(message);
});
