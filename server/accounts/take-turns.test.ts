import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

test('so many at a time, in the order they came, also after one that fails', async () => {
  const inTurn = takeTurns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, n) =>
    inTurn(async () => {
      begun.push(n);
      await promise;
      return n;
    }),
  );
  const settled = Promise.allSettled(works);
  const end = async (n: number, how: 'resolve' | 'reject' = 'resolve') => {
    ends[n]?.[how]();
    await Promise.allSettled([works[n]]);
  };
  expect(begun).toEqual([0, 1]);
  await end(1, 'reject');
  expect(begun).toEqual([0, 1, 2]);
  await end(0);
  await end(2);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  await end(4);
  await end(3);
  expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  await expect(inTurn(async () => 'free again')).resolves.toBe('free again');
});
