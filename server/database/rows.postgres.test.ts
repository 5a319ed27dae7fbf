import { expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { deleteRows, findRow, findRows, insertRow, updateRows } from './rows.ts';

const AT = '2026-11-28T12:00:00.000Z';
const MAIL = { subject: '', text_body: '', html_body: '', kind: 'x', state: 'dead' as const, attempts: 0 };

async function openOutbox() {
  const { db } = await openTestDatabase();
  for (const [id, recipient, leased_until] of [
    ['1', 'a@example.com', null],
    ['2', 'a@example.com', AT],
    ['3', 'b@example.com', null],
  ] as const)
    await insertRow(db, 'outbox', {
      ...{ ...MAIL, id, recipient, leased_until, next_attempt_at: AT, created_at: AT },
      network: undefined,
    });
  return db;
}

test('the database helpers find, change and delete rows by the values of several columns, which may be null', async () => {
  const db = await openOutbox();
  const free = { recipient: 'a@example.com', leased_until: null };
  expect(await findRows(db, 'outbox', ['id'], free)).toEqual([{ id: '1' }]);
  expect(await updateRows(db, 'outbox', free, { leased_until: AT, attempts: 7 })).toBe(1);
  expect(await findRow(db, 'outbox', ['attempts', 'kind'], { id: '1' })).toEqual({ attempts: 7, kind: 'x' });
  expect(await findRow(db, 'outbox', ['id'], free)).toBeUndefined();
  expect(await deleteRows(db, 'outbox', { recipient: 'a@example.com' })).toBe(2);
  expect(await findRows(db, 'outbox', ['id'], { kind: 'x' })).toEqual([{ id: '3' }]);
});

test('the database helpers refuse to change or delete rows without a condition', async () => {
  const db = await openOutbox();
  await expect(updateRows(db, 'outbox', {}, { attempts: 7 })).rejects.toThrow();
  await expect(deleteRows(db, 'outbox', {})).rejects.toThrow();
  expect(await findRows(db, 'outbox', ['id'], { attempts: 0 })).toHaveLength(3);
});
