import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FEATURES } from '#server/features.ts';
import type { Network } from './client-address.ts';
import { createRateLimits, MOST_KEYS, rateLimits, type TakeFromLimit } from './rate-limits.ts';

const SECRET = 'a secret that is long enough to pass';
const { few } = rateLimits({ few: { points: 20, seconds: 3_600 } });
const { points, seconds } = few;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function countTaken(take: TakeFromLimit, keys: readonly (string | Network)[]): Promise<number> {
  const outcomes = await Promise.allSettled(keys.map((key) => take(few, key)));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test('giving back a try after its time window has ended does not raise the limit of the next window', async () => {
  const take = createRateLimits({ scale: 1, keyring: [SECRET] });
  await take(few, 'ip');
  vi.advanceTimersByTime(seconds * 1_000 - 2_000);
  const late = [await take(few, 'ip'), await take(few, 'ip')];
  vi.advanceTimersByTime(3_000);
  for (const giveBack of late) await giveBack();
  expect(await countTaken(take, Array(points + 2).fill('ip'))).toBe(points);
});

test('no two rate limits of the features have the same name', () => {
  const names = FEATURES.flatMap(({ limits = {} }) => Object.keys(limits));
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
});

test('the /64 networks of an IPv6 /48 share ten times the limit of one, and each IPv4 address has its own', async () => {
  const take = createRateLimits({ scale: 1, keyring: [SECRET] });
  const ipv6 = (block: number, site = 1): Network => ({
    address: `${site}:${block}::1`,
    block: `${site}:${block}::/64`,
    site: `${site}::/48`,
  });
  expect(await countTaken(take, Array(points + 2).fill(ipv6(0)))).toBe(points);
  const moving = Array.from({ length: 20 * points }, (_, at) => ipv6(at + 1));
  // The /48 also counted the two refused tries of the first block.
  expect(await countTaken(take, moving)).toBe(9 * points - 2);
  const ipv4 = { address: '203.0.113.1', block: '203.0.113.1', site: undefined };
  expect(await countTaken(take, [ipv6(1, 2), ipv4])).toBe(2);
});

test('when a rate limit has too many counters in memory, the counter unused for longest is dropped', async () => {
  // Each key has one try.
  const take = createRateLimits({ scale: 0.01, keyring: [SECRET] });
  for (const key of ['old', 'used']) await take(few, key);
  for (let at = 2; at < MOST_KEYS; at++) await take(few, `${at}`);
  expect(await countTaken(take, ['used'])).toBe(0);
  await take(few, 'one more');
  expect(await countTaken(take, ['old'])).toBe(1);
  expect(await countTaken(take, ['used'])).toBe(0);
});

test.each([
  [1, 'one second'],
  [59, '59 seconds'],
  [60, 'one minute'],
  [600, '10 minutes'],
  [3_600, 'one hour'],
  [86_400, '24 hours'],
])('the error of a rate limit writes a wait of %i seconds as “%s”', async (wait, words) => {
  const take = createRateLimits({ scale: 1, keyring: [SECRET] });
  const { once } = rateLimits({ once: { points: 1, seconds: wait } });
  await take(once, 'ip');
  await expect(take(once, 'ip')).rejects.toMatchObject({ detail: { values: { wait: words } } });
});
