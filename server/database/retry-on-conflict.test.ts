import { expect, test, vi } from 'vitest';
import { ConflictError, retryOnConflict } from './retry-on-conflict.ts';

const conflicts = (times: number) => {
  let tried = 0;
  return async () => {
    if (tried++ < times) throw new ConflictError();
    return tried;
  };
};

test('before each further try it waits, by chance longer or shorter, so that two that conflicted do not go in step', async () => {
  const random = vi.fn(() => 0);
  expect(await retryOnConflict(conflicts(3), { random })).toBe(4);
  expect(random).toHaveBeenCalledTimes(3);
});

test('the fifth conflict is thrown, and so is every other error at once', async () => {
  const random = vi.fn(() => 0);
  await expect(retryOnConflict(conflicts(5), { random })).rejects.toThrow(ConflictError);
  expect(random).toHaveBeenCalledTimes(4);
  const fails = vi.fn(() => Promise.reject(new Error('the disk is full')));
  await expect(retryOnConflict(fails)).rejects.toThrow('the disk is full');
  expect(fails).toHaveBeenCalledTimes(1);
});
