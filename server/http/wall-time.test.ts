import { expect, test, vi } from 'vitest';
import { wallTime } from './wall-time.ts';

test('tells the system’s time, and follows it when it is set', () => {
  const start = performance.now();
  const moment = (seconds: number) => start + 1_000 * seconds;
  const difference = wallTime(start) - Date.now();
  // Both round, and some time passes between them.
  expect(difference).toBeGreaterThan(-1_000);
  expect(difference).toBeLessThanOrEqual(1);
  expect(wallTime(moment(0.5)) - wallTime(start)).toBeCloseTo(500, -1);

  const set = vi.spyOn(Date, 'now').mockReturnValue(86_400_000);
  try {
    expect(wallTime(moment(2)) - 86_400_000).toBeLessThan(3_000);
  } finally {
    set.mockRestore();
  }
});
