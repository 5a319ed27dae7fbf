import { expect, test } from 'vitest';
import { isFreshReload, rememberNow, takeMinute } from './reload-limit.ts';

const NOW = Date.parse('2026-03-03T05:42:00Z');

function memory(stored: Record<string, string> = {}) {
  const storage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  } as Storage;
  return () => storage;
}

test('one in a minute, whichever tab asks', () => {
  const storage = memory();
  expect(takeMinute(storage, NOW)).toBe(true);
  expect(takeMinute(storage, NOW)).toBe(false);
  expect(takeMinute(storage, NOW + 59_999)).toBe(false);
  expect(takeMinute(storage, NOW + 60_000)).toBe(true);
  expect(takeMinute(storage, NOW + 60_001)).toBe(false);
});

test('a minute can be started again', () => {
  const storage = memory();
  takeMinute(storage, NOW);
  expect(rememberNow(storage, NOW + 50_000)).toBe(true);
  expect(takeMinute(storage, NOW + 100_000)).toBe(false);
});

test.each(['', 'soon', '{}', String(NOW + 86_400_000)])(
  'a stored %j does not silence it for ever',
  (value) => {
    const storage = memory({ devtoolsGuardAt: value });
    expect(takeMinute(storage, NOW)).toBe(true);
    expect(takeMinute(storage, NOW + 1)).toBe(false);
  },
);

const refusing = () => {
  throw new DOMException('not here', 'SecurityError');
};

test.each<[string, () => Storage]>([
  ['refuses to be touched', refusing],
  ['refuses to be written', () => ({ getItem: () => null, setItem: refusing }) as unknown as Storage],
  ['forgets', () => ({ getItem: () => null, setItem: () => {} }) as unknown as Storage],
])('never where storage %s', (_name, storage) => {
  expect(takeMinute(storage, NOW)).toBe(false);
  expect(rememberNow(storage, NOW)).toBe(false);
});

test.each([
  ['reload', 59_999, true],
  ['reload', 60_000, false],
  ['navigate', 10, false],
  [undefined, 10, false],
])('a page from a %s, %i ms old: fresh reload %s', (type, age, expected) => {
  const entries = type === undefined ? [] : [{ type }];
  const performance = { getEntriesByType: () => entries, now: () => age } as unknown as Performance;
  expect(isFreshReload(performance)).toBe(expected);
});
