import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { prepareQuery, type Values } from './prepare-query.ts';

const linksOf = prepareQuery((db, value: Values<{ owner: string; after: string; most: number }>) =>
  db
    .selectFrom('audit')
    .select(['id', 'at'])
    .where('subject', '=', value('owner'))
    .where('at', '>', value('after'))
    .where('action', '=', 'then')
    .orderBy('id')
    .limit(value('most')),
);

const add = prepareQuery((db, value: Values<{ id: string; owner: string; end: string }>) =>
  db.insertInto('audit').values({
    id: value('id'),
    subject: value('owner'),
    at: value('end'),
    action: 'then',
    detail: '',
    actor: '',
    session: '',
    link: '',
  }),
);

async function openDatabase() {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  return db;
}

test('a prepared query runs with other values each time, also in a transaction, and on another database', async () => {
  for (const end of ['2', '3']) {
    const db = await openDatabase();
    await add(db, { id: 'a', owner: 'Asha', end });
    await add(db, { id: 'b', owner: 'Ben', end: '7' });
    await db.transaction().execute(async (tx) => {
      await add(tx, { id: 'c', owner: 'Asha', end: '8' });
      expect(await linksOf(tx, { owner: 'Asha', after: '7', most: 9 })).toEqual([{ id: 'c', at: '8' }]);
    });
    expect(await linksOf(db, { owner: 'Asha', after: '1', most: 9 })).toEqual([
      { id: 'a', at: end },
      { id: 'c', at: '8' },
    ]);
    expect(await linksOf(db, { owner: 'Asha', after: '1', most: 1 })).toHaveLength(1);
    expect(await linksOf(db, { owner: 'Ben', after: '8', most: 9 })).toEqual([]);
  }
});

test('a prepared query takes part in its transaction, and fails as the query itself would', async () => {
  const db = await openDatabase();
  await add(db, { id: 'a', owner: 'Asha', end: '1' });
  const twice = db.transaction().execute(async (tx) => {
    await add(tx, { id: 'b', owner: 'Asha', end: '1' });
    await add(tx, { id: 'a', owner: 'Asha', end: '1' });
  });
  await expect(twice).rejects.toThrow(/unique/i);
  expect(await linksOf(db, { owner: 'Asha', after: '', most: 9 })).toEqual([{ id: 'a', at: '1' }]);
});
