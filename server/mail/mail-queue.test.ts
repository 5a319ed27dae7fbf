import { expect, test } from 'vitest';
import { backOff } from './mail-queue.ts';

test('the wait before a mail is tried again is 5 s after the first failure and doubles up to an hour', () => {
  expect([1, 2, 3, 4].map((attempts) => backOff(attempts, 0))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect([10, 11, 100, 1_000_000].map((attempts) => backOff(attempts, 0))).toEqual([
    2_560_000, 3_600_000, 3_600_000, 3_600_000,
  ]);
});

test('the wait before a mail is tried again is shortened at random by up to a quarter, to spread the retries', () => {
  expect(backOff(1, 0.999_999)).toBe(3_750);
  expect(backOff(100, 0.5)).toBe(3_150_000);
});
