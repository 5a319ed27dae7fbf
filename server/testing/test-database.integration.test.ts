import { expect, test } from 'vitest';
import { pingDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { openTestDatabase } from './test-database.ts';

test('two test databases know nothing of each other', async () => {
  const one = await openTestDatabase();
  const other = await openTestDatabase();
  await one.db
    .insertInto('audit')
    .values({ id: 'a', at: '2026-01-01T00:00:00.000Z', action: 'x', subject: 'y' })
    .execute();

  expect(await one.anotherDb().selectFrom('audit').select('id').execute()).toEqual([{ id: 'a' }]);
  expect(await other.db.selectFrom('audit').select('id').execute()).toEqual([]);

  await one.close();
  await pingDatabase(other.db);
  await other.close();
});

test('a migration that has run is not run again', async () => {
  const { db, close } = await openTestDatabase();
  await migrate(db);
  await pingDatabase(db);
  await close();
});

test('a transaction that throws leaves nothing behind, and the next query works', async () => {
  const { db, close } = await openTestDatabase();
  const row = { id: 'a', at: '2026-01-01T00:00:00.000Z', action: 'x', subject: 'y' };
  const failing = db.transaction().execute(async (tx) => {
    await tx.insertInto('audit').values(row).execute();
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await db.selectFrom('audit').selectAll().execute()).toEqual([]);
  await db.insertInto('audit').values(row).execute();
  const result = await db.deleteFrom('audit').executeTakeFirstOrThrow();
  expect(result.numDeletedRows).toBe(1n);
  await close();
});
