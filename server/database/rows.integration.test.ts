import { expect, test } from 'vitest';
import { storeMailRow } from '#server/testing/stored-rows.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { deleteRows, findRows, updateRows } from './rows.ts';

test('the database helpers refuse to change or delete rows without a condition', async () => {
  const { db } = await openTestDatabase();
  await storeMailRow(db, 'a');
  await expect(updateRows(db, 'outbox', {}, { attempts: 7 })).rejects.toThrow();
  await expect(deleteRows(db, 'outbox', {})).rejects.toThrow();
  expect(await findRows(db, 'outbox', ['attempts'], { id: 'a' })).toEqual([{ attempts: 1 }]);
});

test('a condition with a list of values matches the rows with one of the values, and an empty list matches no row', async () => {
  const { db } = await openTestDatabase();
  for (const id of ['a', 'b', 'c']) await storeMailRow(db, id);
  expect(await findRows(db, 'outbox', ['id'], { id: [] })).toEqual([]);
  expect(await deleteRows(db, 'outbox', { id: ['a', 'c'], user_id: null })).toBe(2);
  expect(await findRows(db, 'outbox', ['id'], { id: ['a', 'b'] })).toEqual([{ id: 'b' }]);
});
