import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SharedRedis } from '#server/redis/redis.ts';
import { createRateLimits, RATE_LIMITS, type TakeFromLimit } from './rate-limits.ts';

const SECRET = 'a secret that is long enough to pass';
const { points, seconds } = RATE_LIMITS.signInPerIp;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many of so many tries in a row are taken. */
async function countTaken(take: TakeFromLimit, tries: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: tries }, () => take('signInPerIp', 'ip')));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test('what was given back in time may be taken again', async () => {
  const take = createRateLimits({ scale: 1, keyring: [SECRET] });
  const giveBack = await take('signInPerIp', 'ip');
  await giveBack();
  expect(await countTaken(take, points + 2)).toBe(points);
});

test('what was taken before the window ended is not given back to the next one', async () => {
  const take = createRateLimits({ scale: 1, keyring: [SECRET] });
  await take('signInPerIp', 'ip');
  vi.advanceTimersByTime(seconds * 1_000 - 2_000);
  const late = [await take('signInPerIp', 'ip'), await take('signInPerIp', 'ip')];
  vi.advanceTimersByTime(3_000);
  for (const giveBack of late) await giveBack();
  expect(await countTaken(take, points + 2)).toBe(points);
});

test('a Redis that answers something else than numbers is not believed', async () => {
  const client = {
    defineCommand: () => {},
    rlflxIncr: async () => ['neither', 'nor'],
  } as unknown as Redis;
  const redis: SharedRedis = {
    client,
    ask: async (command) => {
      try {
        return { kind: 'answered', value: await command(client) };
      } catch {
        return { kind: 'away' };
      }
    },
    isAway: () => false,
    close: async () => {},
  };
  expect(await countTaken(createRateLimits({ scale: 1, keyring: [SECRET], redis }), points + 2)).toBe(points);
});
