import { expect, test } from 'vitest';
import { NO_USAGE, readUsage, removeUsage, writeUsage } from './usage-storage.ts';

function fakeStorage(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage;
}

test('written stats are read back, and the text is stored beside the milliseconds', () => {
  const storage = fakeStorage();
  const stats = { totalTimeSpent: 3_660_000, lastActive: 1_700_000_000_000, trackTime: true, totalVisits: 4 };
  writeUsage(storage, stats);
  expect(readUsage(storage)).toEqual(stats);
  expect(storage.getItem('timeSpent')).toBe('1h 1m');
});

test('nothing is left of the stats once they are removed', () => {
  const storage = fakeStorage();
  writeUsage(storage, { totalTimeSpent: 3_660_000, lastActive: 1, trackTime: true, totalVisits: 4 });
  removeUsage(storage);
  expect(storage.getItem('timeSpent')).toBeNull();
  expect(readUsage(storage)).toEqual(NO_USAGE);
});

test('missing and invalid values count as no usage', () => {
  expect(readUsage(fakeStorage())).toEqual(NO_USAGE);
  expect(readUsage(fakeStorage({ totalTimeSpent: 'NaN', totalVisits: '-3', lastActive: 'soon' }))).toEqual(
    NO_USAGE,
  );
});
