import { describe, expect, test } from 'vitest';
import {
  NO_USAGE,
  readUsage,
  removeUsage,
  startTracking,
  stopTracking,
  timeSpentText,
  updateTime,
  writeUsage,
} from './usage-stats.ts';

const NOON = Date.UTC(2026, 0, 20, 12);

describe('the time spent on the site', () => {
  test('time is counted from Start Tracking to Stop Tracking', () => {
    let stats = startTracking(NO_USAGE, NOON);
    stats = updateTime(stats, NOON + 1_000);
    stats = updateTime(stats, NOON + 2_100);
    stats = stopTracking(stats, NOON + 2_600);
    expect(stats).toEqual({ ...NO_USAGE, totalTimeSpent: 2_600 });
  });

  test('two tabs that update the same stats count the time once', () => {
    let stats = startTracking(NO_USAGE, NOON);
    for (let second = 1; second <= 60; second += 1) {
      stats = updateTime(stats, NOON + second * 1_000);
      stats = updateTime(stats, NOON + second * 1_000 + 400);
    }
    expect(stats.totalTimeSpent).toBe(60_400);
  });

  test('time while the page was closed or the computer slept is not counted', () => {
    const resumed = updateTime(startTracking(NO_USAGE, NOON), NOON + 3_600_000);
    expect(resumed.totalTimeSpent).toBe(0);
    expect(updateTime(resumed, NOON + 3_601_000).totalTimeSpent).toBe(1_000);
  });

  test('a clock that is set back does not reduce the counted time', () => {
    expect(updateTime(startTracking(NO_USAGE, NOON), NOON - 5_000).totalTimeSpent).toBe(0);
  });
});

test.each([
  [0, '0h 0m'],
  [59_999, '0h 0m'],
  [60_000, '0h 1m'],
  [5_400_000, '1h 30m'],
  [360_000_000, '100h 0m'],
])('%i milliseconds of time spent are written as %s', (milliseconds, text) => {
  expect(timeSpentText(milliseconds)).toBe(text);
});

function fakeStorage(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage;
}

test('stored usage stats can be read back and removed, and the counted time is also stored as text', () => {
  const storage = fakeStorage();
  const stats = { totalTimeSpent: 3_660_000, lastActive: 1_700_000_000_000, trackTime: true, totalVisits: 4 };
  writeUsage(storage, stats);
  expect(readUsage(storage)).toEqual(stats);
  expect(storage.getItem('timeSpent')).toBe('1h 1m');
  removeUsage(storage);
  expect(storage.getItem('timeSpent')).toBeNull();
  expect(readUsage(storage)).toEqual(NO_USAGE);
});

test('missing and invalid stored values are read as no usage', () => {
  expect(readUsage(fakeStorage())).toEqual(NO_USAGE);
  expect(readUsage(fakeStorage({ totalTimeSpent: 'NaN', totalVisits: '-3', lastActive: 'soon' }))).toEqual(
    NO_USAGE,
  );
});
