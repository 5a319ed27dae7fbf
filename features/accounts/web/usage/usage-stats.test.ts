import { describe, expect, test, vi } from 'vitest';
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
  const started = startTracking(NO_USAGE, NOON);

  test('time is counted from Start Tracking to Stop Tracking', () => {
    const stats = updateTime(updateTime(started, NOON + 1_000), NOON + 2_100);
    expect(stopTracking(stats, NOON + 2_600)).toEqual({ ...NO_USAGE, totalTimeSpent: 2_600 });
  });

  test('two tabs that update the same stats count the time once', () => {
    let stats = started;
    for (let second = 1; second <= 60; second += 1) {
      stats = updateTime(stats, NOON + second * 1_000);
      stats = updateTime(stats, NOON + second * 1_000 + 400);
    }
    expect(stats.totalTimeSpent).toBe(60_400);
  });

  test('time while the page was closed or the computer slept is not counted', () => {
    const resumed = updateTime(started, NOON + 3_600_000);
    expect(resumed.totalTimeSpent).toBe(0);
    expect(updateTime(resumed, NOON + 3_601_000).totalTimeSpent).toBe(1_000);
  });

  test('a clock that is set back does not reduce the counted time', () => {
    expect(updateTime(started, NOON - 5_000).totalTimeSpent).toBe(0);
  });
});

test('the time spent is written in whole hours and minutes', () => {
  const times = [0, 59_999, 60_000, 5_400_000, 360_000_000].map(timeSpentText);
  expect(times).toEqual(['0h 0m', '0h 0m', '0h 1m', '1h 30m', '100h 0m']);
});

/** Gives the browser a storage with these entries. */
function storage(entries: Record<string, string> = {}): Map<string, string> {
  const map = new Map(Object.entries(entries));
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    },
  });
  return map;
}

test('stored usage stats can be read back, with the time as text, until they are removed', () => {
  const stored = storage();
  const stats = { totalTimeSpent: 3_660_000, lastActive: 1_700_000_000_000, trackTime: true, totalVisits: 4 };
  writeUsage(stats);
  expect(readUsage()).toEqual(stats);
  expect(stored.get('timeSpent')).toBe('1h 1m');
  removeUsage();
  expect(stored.size).toBe(0);
});

test.each([{}, { totalTimeSpent: 'NaN', totalVisits: '-3', lastActive: 'soon' }])(
  'stored usage stats that are missing or invalid are read as no usage: %j',
  (entries) => {
    storage(entries);
    expect(readUsage()).toEqual(NO_USAGE);
  },
);

test('while storage is blocked, nothing is counted', () => {
  vi.stubGlobal('window', {});
  writeUsage({ ...NO_USAGE, totalVisits: 4 });
  expect(readUsage()).toEqual(NO_USAGE);
});
