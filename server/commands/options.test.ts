import { expect, test } from 'vitest';
import { parseSpan, wholeNumber } from './options.ts';

test('a day is the whole day, in UTC', () => {
  expect(parseSpan('2026-11-21')).toEqual({
    from: '2026-11-21T00:00:00.000Z',
    until: '2026-11-22T00:00:00.000Z',
  });
});

test.each(['2026-11-21T09:30Z', '2026-11-21T11:30:00.000+02:00'])('%s is a moment', (text) => {
  expect(parseSpan(text)).toEqual({ from: '2026-11-21T09:30:00.000Z', until: '2026-11-21T09:30:00.001Z' });
});

test('the end of the last day that can be written still sorts after all others', () => {
  expect(parseSpan('9999-12-31').until).toBe('9999-12-31T23:59:59.999Z');
});

test.each(['2026-02-30', '2026-13-01', '21.11.2026', 'yesterday', '2026-11-21T25:00Z', ''])(
  '%j is no date',
  (text) => {
    expect(() => parseSpan(text)).toThrow('It must be a date like 2026-11-21');
  },
);

test.each(['0', '-1', '1.5', '1e1', '11', ''])('%j is no whole number up to 10', (text) => {
  expect(() => wholeNumber(10)(text)).toThrow('It must be a whole number from 1 to 10.');
});
