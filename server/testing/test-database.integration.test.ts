import { expect, test } from 'vitest';
import { pingDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { openTestDatabase } from './test-database.ts';

test('two test databases know nothing of each other', async () => {
  const one = await openTestDatabase();
  const other = await openTestDatabase();
  await one.db.insertInto('analytics_salts').values({ day: '2026-01-01', salt: 'x' }).execute();

  expect(await one.anotherDb().selectFrom('analytics_salts').select('salt').execute()).toEqual([
    { salt: 'x' },
  ]);
  expect(await other.db.selectFrom('analytics_salts').select('salt').execute()).toEqual([]);

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
  const row = { day: '2026-01-01', salt: 'x' };
  const failing = db.transaction().execute(async (tx) => {
    await tx.insertInto('analytics_salts').values(row).execute();
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await db.selectFrom('analytics_salts').selectAll().execute()).toEqual([]);
  await db.insertInto('analytics_salts').values(row).execute();
  const result = await db.deleteFrom('analytics_salts').executeTakeFirstOrThrow();
  expect(result.numDeletedRows).toBe(1n);
  await close();
});
