import { describe, expect, test } from 'vitest';
import {
  CACHE_FILL_MS,
  CACHE_LIFE_MS,
  createProcessSessionCache,
  type KnownSession,
} from './session-cache.ts';

const sessionOf = (userId: string): KnownSession => ({
  sessionId: `session of ${userId}`,
  userId,
  expiresAt: '2026-12-21T12:00:00.000Z',
});
const [ANN, BOB] = [sessionOf('ann'), sessionOf('bob')];

function openCache() {
  let now = 0;
  let asked = 0;
  const cache = createProcessSessionCache(() => now);
  return {
    cache,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    asked: () => asked,
    find: (value: string, session: KnownSession | undefined, by: 'id' | 'token' = 'token') =>
      cache.find(by, value, async () => {
        asked++;
        return session;
      }),
  };
}

describe('a cache in this process', () => {
  test('keeps an answer for its life, by each of the two names apart', async () => {
    const { find, asked, advance } = openCache();
    expect(await find('a', ANN)).toEqual(ANN);
    expect(await find('a', undefined)).toEqual(ANN);
    expect(asked()).toBe(1);
    expect(await find('a', BOB, 'id')).toEqual(BOB);
    expect(await find('a', undefined)).toEqual(ANN);
    advance(CACHE_LIFE_MS);
    expect(await find('a', undefined)).toBeUndefined();
    expect(asked()).toBe(3);
  });

  test('keeps no “there is none”: who signs in is signed in at once', async () => {
    const { find } = openCache();
    expect(await find('a', undefined)).toBeUndefined();
    expect(await find('a', ANN)).toEqual(ANN);
  });

  test('forgets the sessions of one account when they are ended, and of no other', async () => {
    const { find, cache } = openCache();
    await find('a', ANN);
    await find('a2', ANN);
    await find('b', BOB);
    await cache.ending('ann', async () => {});
    expect(await find('a', undefined)).toBeUndefined();
    expect(await find('a2', undefined)).toBeUndefined();
    expect(await find('b', undefined)).toEqual(BOB);
  });

  test('an answer from before an ending is not kept, however the two cross', async () => {
    const { find, cache } = openCache();
    const slow = Promise.withResolvers<KnownSession | undefined>();
    const reading = cache.find('token', 'a', () => slow.promise);
    await cache.ending('ann', async () => {});
    slow.resolve(ANN);
    await reading;
    expect(await find('a', undefined)).toBeUndefined();

    await cache.ending('ann', async () => {
      await find('a', ANN);
    });
    expect(await find('a', undefined)).toBeUndefined();
  });

  test('is emptied also by an ending that failed: its commit may have happened', async () => {
    const { find, cache } = openCache();
    await expect(
      cache.ending('ann', async () => {
        await find('a', ANN);
        throw new Error('the answer to the commit was lost');
      }),
    ).rejects.toThrow('lost');
    expect(await find('a', undefined)).toBeUndefined();
  });

  test('does not keep what the database took too long for, nor what it could not tell', async () => {
    const { find, cache, advance } = openCache();
    await cache.find('token', 'a', async () => {
      advance(CACHE_FILL_MS + 1);
      return ANN;
    });
    expect(await find('a', undefined)).toBeUndefined();
    await expect(cache.find('token', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await find('a', ANN)).toEqual(ANN);
  });

  test('does not grow for ever: the oldest goes first', async () => {
    const { find, asked } = openCache();
    for (let person = 0; person <= 10_000; person++) await find(`of ${person}`, ANN);
    const before = asked();
    await find('of 10000', ANN);
    await find('of 1', ANN);
    expect(asked()).toBe(before);
    await find('of 0', ANN);
    expect(asked()).toBe(before + 1);
  });
});
