import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { chainWriter, freshChain, recordLine, sealAll, type Writer } from '#server/testing/audit-chain.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { removeOldLines } from './remove-old-lines.ts';
import { sealLines } from './sealing.ts';
import { verifyChain } from './verify-chain.ts';

let database: TestDatabase;
let db: Db;
let writer: Writer;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  writer = chainWriter(db);
  await freshChain(writer, 6);
});

const timeOf = async (seq: number) =>
  new Date((await db.selectFrom('audit').select('at').where('seq', '=', seq).executeTakeFirstOrThrow()).at);
const change = (seq: number, values: object) =>
  db.updateTable('audit').set(values).where('seq', '=', seq).execute();
const problems = async (by = writer) =>
  (await verifyChain(db, by)).problems.map(({ kind, from, to }) => `${kind} ${from}-${to}`);
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const FAR_FUTURE = new Date('2100-01-01');

test('old lines go a batch at a time, and the rest still agrees', async () => {
  const before = await timeOf(5);
  expect(await removeOldLines(writer, before, 3)).toBe(3);
  expect(await removeOldLines(writer, before, 3)).toBe(1);
  expect(await removeOldLines(writer, before, 3)).toBe(0);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 2, head: { first_seq: 5 } });
  expect(await removeOldLines(writer, FAR_FUTURE, 100)).toBe(2);
  expect(await problems()).toEqual([]);
  await recordLine(writer, 'person-7');
  expect(await removeOldLines(writer, FAR_FUTURE, 100)).toBe(0);
  await sealAll(writer);
  expect(await verifyChain(db, writer)).toMatchObject({ problems: [], lines: 1, head: { seq: 7 } });
});

test('lines that only say they are old stay, so that what was done to them still shows', async () => {
  await db.deleteFrom('audit').where('seq', '<', 3).execute();
  await change(3, { at: LONG_AGO });
  await change(4, { at: LONG_AGO });
  expect(await removeOldLines(writer, new Date('2025-06-01'), 500)).toBe(0);
  expect(await problems()).toEqual(['missing 1-2', 'changed 4-4']);
});

test('lines that say they are old and of another secret go, and leave a beginning that does not fit', async () => {
  for (const seq of [1, 2]) await change(seq, { at: LONG_AGO, link: `madeup--.${'x'.repeat(43)}` });
  expect(await removeOldLines(writer, new Date('2025-06-01'), 500)).toBe(2);
  expect(await problems()).toEqual(['changed 3-3']);
});

test('changed lines go with the next one whose age is sure, also where a whole batch of them was changed', async () => {
  const before = await timeOf(5);
  for (const seq of [1, 2, 3]) await change(seq, { actor: 'operator' });
  expect(await removeOldLines(writer, before, 2)).toBe(4);
  expect(await problems()).toEqual([]);
});

test('lines of a secret that the site no longer has go in time', async () => {
  const next = { ...writer, secret: 'another secret, also long enough' };
  // The head is still sealed with the one before.
  expect(await removeOldLines(next, FAR_FUTURE, 500)).toBe(0);
  await recordLine(next, 'person-7');
  await sealAll(next);
  expect(await removeOldLines(next, await timeOf(5), 500)).toBe(4);
  expect(await problems(next)).toEqual([]);
});

test('nothing goes while the head is not ours: the next sealing says so first', async () => {
  await db.updateTable('audit_head').set({ first_seq: 2 }).execute();
  expect(await removeOldLines(writer, FAR_FUTURE, 500)).toBe(0);
  expect(await problems()).toContain('head-changed 6-6');
});

test('lines removed by several processes, while others write and seal, leave lines that agree', async () => {
  const before = await timeOf(5);
  const writers = [db, database.anotherDb(), database.anotherDb()].map((one) => ({ ...writer, db: one }));
  await Promise.all(
    writers.flatMap((one) => [
      removeOldLines(one, before, 3),
      recordLine(one, 'somebody').then(() => sealLines(one)),
      verifyChain(one.db, one).then((report) => expect(report.problems).toEqual([])),
    ]),
  );
  await sealAll(writer);
  expect(await problems()).toEqual([]);
  expect((await verifyChain(db, writer)).head.seq).toBe(9);
});
