import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { withLock } from './lock.mjs';

let lock: string;
beforeEach(() => {
  lock = join(makeTemporaryFolder(), 'with a space', 'build', 'lock');
});

it('the build lock admits one process at a time, and each other process reports that it waits', async () => {
  let inside = 0;
  let most = 0;
  let waiting = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await turn();
    inside -= 1;
    return 'done';
  };
  const onWait = () => {
    waiting += 1;
  };
  const answers = await Promise.all([1, 2, 3].map(() => withLock(lock, work, { onWait })));
  expect(answers).toEqual(['done', 'done', 'done']);
  expect({ most, waiting }).toEqual({ most: 1, waiting: 2 });
  expect(readdirSync(dirname(lock))).toEqual([]);
});

it('the build lock is released when the work fails', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(lock, async () => 'next')).toBe('next');
});

it('the build lock is taken over when the process that held it has died', async () => {
  mkdirSync(lock, { recursive: true });
  utimesSync(lock, 1, 1);
  expect(await withLock(lock, async () => 'mine')).toBe('mine');
  expect(readdirSync(dirname(lock))).toEqual([]);
});
