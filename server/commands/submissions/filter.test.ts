import { expect, it } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { parseDeletion, parseFilter } from './filter.ts';

it('a day is the whole day, in UTC', () => {
  expect(parseFilter({ from: '2026-11-20', to: '2026-11-21' })).toMatchObject({
    from: '2026-11-20T00:00:00.000Z',
    before: '2026-11-22T00:00:00.000Z',
  });
});

it.each([
  ['2026-11-21T09:30Z', '2026-11-21T09:30:00.000Z'],
  ['2026-11-21T09:30', '2026-11-21T09:30:00.000Z'],
  ['2026-11-21T09:30:15.5+02:00', '2026-11-21T07:30:15.500Z'],
])('%s is a moment', (typed, from) => {
  expect(parseFilter({ from }).from).toBe(from);
  expect(parseFilter({ from: typed }).from).toBe(from);
});

it('a moment is included at both ends', () => {
  expect(parseFilter({ from: '2026-11-21T09:30Z', to: '2026-11-21T09:30Z' })).toMatchObject({
    from: '2026-11-21T09:30:00.000Z',
    before: '2026-11-21T09:30:00.001Z',
  });
});

it('the last day that can be written still sorts after all others', () => {
  expect(parseFilter({ to: '9999-12-31' }).before).toBe('9999-12-31T23:59:59.999Z');
});

it.each([
  ['from', '2026-02-30'],
  ['from', '2026-13-01'],
  ['from', '21.11.2026'],
  ['to', 'yesterday'],
  ['to', '2026-11-21T25:00Z'],
  ['to', ''],
  ['form', 'newsletter'],
  ['form', '__proto__'],
  ['state', 'sent'],
])('--%s %j is refused by name', (flag, value) => {
  expect(() => parseFilter({ [flag]: value })).toThrow(UsageError);
  expect(() => parseFilter({ [flag]: value })).toThrow(`--${flag}`);
});

it('the choices are named as a sentence does', () => {
  expect(() => parseFilter({ state: 'sent' })).toThrow(
    '--state must be received, quarantined or unpaid, not “sent”.',
  );
});

it('a span that ends before it begins is refused', () => {
  expect(() => parseFilter({ from: '2026-11-22', to: '2026-11-21' })).toThrow('--from');
});

it('a deletion ends before its date', () => {
  expect(parseDeletion({ state: 'quarantined', before: '2026-11-21' })).toEqual({
    form: undefined,
    state: 'quarantined',
    before: '2026-11-21T00:00:00.000Z',
  });
  expect(() => parseDeletion({ state: 'quarantined', before: 'now' })).toThrow('--before');
});
