import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { prepareQuery, type Values } from './prepare-query.ts';

const linksOf = prepareQuery((db, value: Values<{ owner: string; after: string; most: number }>) =>
  db
    .selectFrom('verifications')
    .select(['id', 'expires_at'])
    .where('identifier', '=', value('owner'))
    .where('expires_at', '>', value('after'))
    .where('created_at', '=', 'then')
    .orderBy('id')
    .limit(value('most')),
);

const add = prepareQuery((db, value: Values<{ id: string; owner: string; end: string }>) =>
  db.insertInto('verifications').values({
    id: value('id'),
    identifier: value('owner'),
    value: value('id'),
    updated_at: 'then',
    expires_at: value('end'),
    created_at: 'then',
  }),
);

async function openDatabase() {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  return db;
}

test('runs with other values each time, also in a transaction, and on another database', async () => {
  for (const end of ['2', '3']) {
    const db = await openDatabase();
    await add(db, { id: 'a', owner: 'Asha', end });
    await add(db, { id: 'b', owner: 'Ben', end: '7' });
    await db.transaction().execute(async (tx) => {
      await add(tx, { id: 'c', owner: 'Asha', end: '8' });
      expect(await linksOf(tx, { owner: 'Asha', after: '7', most: 9 })).toEqual([
        { id: 'c', expires_at: '8' },
      ]);
    });
    expect(await linksOf(db, { owner: 'Asha', after: '1', most: 9 })).toEqual([
      { id: 'a', expires_at: end },
      { id: 'c', expires_at: '8' },
    ]);
    expect(await linksOf(db, { owner: 'Asha', after: '1', most: 1 })).toHaveLength(1);
    expect(await linksOf(db, { owner: 'Ben', after: '8', most: 9 })).toEqual([]);
  }
});

test('takes part in its transaction, and fails as the query itself would', async () => {
  const db = await openDatabase();
  await add(db, { id: 'a', owner: 'Asha', end: '1' });
  const twice = db.transaction().execute(async (tx) => {
    await add(tx, { id: 'b', owner: 'Asha', end: '1' });
    await add(tx, { id: 'a', owner: 'Asha', end: '1' });
  });
  await expect(twice).rejects.toThrow(/unique/i);
  expect(await linksOf(db, { owner: 'Asha', after: '', most: 9 })).toEqual([{ id: 'a', expires_at: '1' }]);
});
