import { describe, expect, test } from 'vitest';
import { startTracking, stopTracking, timeSpentText, type UsageStats, updateTime } from './usage-stats.ts';

const NONE: UsageStats = { totalTimeSpent: 0, lastActive: null, trackTime: false, totalVisits: 0 };
const NOON = Date.UTC(2026, 0, 20, 12);

describe('time', () => {
  test('counts from Start Tracking to Stop Tracking', () => {
    let stats = startTracking(NONE, NOON);
    stats = updateTime(stats, NOON + 1_000);
    stats = updateTime(stats, NOON + 2_100);
    stats = stopTracking(stats, NOON + 2_600);
    expect(stats).toEqual({ ...NONE, totalTimeSpent: 2_600 });
  });

  test('two tabs that update the same stats count the time once', () => {
    let stats = startTracking(NONE, NOON);
    for (let second = 1; second <= 60; second += 1) {
      stats = updateTime(stats, NOON + second * 1_000);
      stats = updateTime(stats, NOON + second * 1_000 + 400);
    }
    expect(stats.totalTimeSpent).toBe(60_400);
  });

  test('the time while the page was closed or the computer slept does not count', () => {
    const resumed = updateTime(startTracking(NONE, NOON), NOON + 3_600_000);
    expect(resumed.totalTimeSpent).toBe(0);
    expect(updateTime(resumed, NOON + 3_601_000).totalTimeSpent).toBe(1_000);
  });

  test('a clock that was set back reduces no time', () => {
    expect(updateTime(startTracking(NONE, NOON), NOON - 5_000).totalTimeSpent).toBe(0);
  });
});

test.each([
  [0, '0h 0m'],
  [59_999, '0h 0m'],
  [60_000, '0h 1m'],
  [5_400_000, '1h 30m'],
  [360_000_000, '100h 0m'],
])('%i ms are written as %s', (milliseconds, text) => {
  expect(timeSpentText(milliseconds)).toBe(text);
});
