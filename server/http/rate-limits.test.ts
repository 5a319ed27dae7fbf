import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Network } from './client-address.ts';
import { createRateLimits, MOST_KEYS, RATE_LIMITS, type TakeFromLimit } from './rate-limits.ts';
import type { SharedRedis } from './redis.ts';

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

test('what was taken before the window ended is not given back to the next one', async () => {
  const take = createRateLimits({ scale: 1, keyring: [SECRET] });
  await take('signInPerIp', 'ip');
  vi.advanceTimersByTime(seconds * 1_000 - 2_000);
  const late = [await take('signInPerIp', 'ip'), await take('signInPerIp', 'ip')];
  vi.advanceTimersByTime(3_000);
  for (const giveBack of late) await giveBack();
  expect(await countTaken(take, points + 2)).toBe(points);
});

test('all blocks of one /48 together have ten times the points of a block, and an IPv4 address has its own', async () => {
  const take = createRateLimits({ scale: 1, keyring: [SECRET] });
  const { points: ofBlock } = RATE_LIMITS.signUpPerIp;
  const countFrom = async (networks: readonly Network[]) => {
    const outcomes = await Promise.allSettled(networks.map((network) => take('signUpPerIp', network)));
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };
  const ipv6 = (block: number, site = 1): Network => ({
    address: `${site}:${block}::1`,
    block: `${site}:${block}::/64`,
    site: `${site}::/48`,
  });
  expect(await countFrom(Array(ofBlock + 2).fill(ipv6(0)))).toBe(ofBlock);
  const moving = Array.from({ length: 20 * ofBlock }, (_, at) => ipv6(at + 1));
  // The two that were refused were counted as well.
  expect(await countFrom(moving)).toBe(9 * ofBlock - 2);
  expect(await countFrom([ipv6(1, 2)])).toBe(1);
  expect(await countFrom([{ address: '203.0.113.1', block: '203.0.113.1', site: undefined }])).toBe(1);
});

test('the counter that was unused for longest is forgotten when there are too many', async () => {
  const take = createRateLimits({ scale: 0.01, keyring: [SECRET] });
  const isTaken = (key: string) =>
    take('clientErrorsPerIp', key).then(
      () => true,
      () => false,
    );
  for (const key of ['old', 'used']) await take('clientErrorsPerIp', key);
  for (let at = 2; at < MOST_KEYS; at++) await take('clientErrorsPerIp', `${at}`);
  expect(await isTaken('used')).toBe(false);
  await take('clientErrorsPerIp', 'one more');
  expect([await isTaken('old'), await isTaken('used')]).toEqual([true, false]);
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
