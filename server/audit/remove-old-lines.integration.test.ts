import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  FOREIGN_MAC,
  freshChain,
  openChain,
  recordAndSeal,
  recordLine,
} from '#server/testing/audit-chain.ts';
import { removeOldLines } from './remove-old-lines.ts';
import { sealLines } from './sealing.ts';
import { verifyChain } from './verify-chain.ts';

const chain = await openChain();
const { db, writer, change, remove, problems } = chain;
afterAll(chain.close);
beforeEach(() => freshChain(writer, 6));

const timeOf = async (seq: number) => new Date((await chain.lineAt(seq)).at);
const LONG_AGO = { at: '2020-01-01T00:00:00.000Z' };
const FAR_FUTURE = new Date('2100-01-01');

test('old lines go a batch at a time, and the rest still agrees', async () => {
  const before = await timeOf(5);
  expect(await removeOldLines(writer, before, 3)).toBe(3);
  expect(await removeOldLines(writer, before, 3)).toBe(1);
  expect(await removeOldLines(writer, before, 3)).toBe(0);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 2, head: { first_seq: 5 } });
  await recordLine(writer, 'not sealed yet');
  expect(await removeOldLines(writer, FAR_FUTURE, 100)).toBe(2);
  expect(await problems()).toEqual([]);
  await sealLines(writer);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 1, head: { seq: 7 } });
});

test('lines that only say they are old stay, so that what was done to them still shows', async () => {
  await remove(1, 2);
  for (const seq of [3, 4]) await change(seq, LONG_AGO);
  expect(await removeOldLines(writer, new Date('2025-06-01'), 500)).toBe(0);
  expect(await problems()).toEqual(['missing 1-2', 'changed 4-4']);
});

test('lines that say they are old and of another secret go, and leave a beginning that does not fit', async () => {
  for (const seq of [1, 2]) await change(seq, { ...LONG_AGO, link: FOREIGN_MAC });
  expect(await removeOldLines(writer, new Date('2025-06-01'), 500)).toBe(2);
  expect(await problems()).toEqual(['changed 3-3']);
});

test('changed lines go with the next one whose age is sure, also where a whole batch was changed', async () => {
  const before = await timeOf(5);
  for (const seq of [1, 2, 3]) await change(seq, { actor: 'operator' });
  expect(await removeOldLines(writer, before, 2)).toBe(4);
  expect(await problems()).toEqual([]);
});

test('lines of a secret that the site no longer has go in time, after the next sealing', async () => {
  const next: typeof writer = { ...writer, keyring: ['another secret, also long enough'] };
  expect(await removeOldLines(next, FAR_FUTURE, 500)).toBe(0);
  await recordAndSeal(next, 'person-7');
  expect(await removeOldLines(next, await timeOf(5), 500)).toBe(4);
  expect(await problems(next)).toEqual([]);
});

test('lines removed by several processes, while others write, seal and check, leave lines that agree', async () => {
  const before = await timeOf(5);
  const work = [writer, ...chain.otherWriters].flatMap((one) => [
    removeOldLines(one, before, 3),
    recordLine(one, 'somebody').then(() => sealLines(one)),
    verifyChain(one.db, one).then((report) => expect(report.problems).toEqual([])),
  ]);
  await Promise.all(work);
  expect(await problems()).toEqual([]);
});
