import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { MAILS } from '#content/features.ts';
import type { Feature } from '#server/feature.ts';
import { FEATURES } from '#server/features.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { isPostgres } from './advisory-lock.ts';
import type { Tx } from './database.ts';
import { dropFeatureData, featureDataOf } from './drop-feature.ts';
import { isForSearch } from './search.ts';
import { tablesOf } from './tables.ts';

const OPTIONAL = FEATURES.filter(({ isCore }) => isCore !== true);

/** The transaction is rolled back, because tests share their tables. */
async function begin(): Promise<Tx> {
  const { db } = await openTestDatabase();
  const tx = await db.startTransaction().execute();
  onTestFinished(async () => void (await tx.rollback().execute()));
  return tx;
}

const drop = (tx: Tx, feature: Feature) =>
  dropFeatureData(tx as unknown as Kysely<unknown>, featureDataOf(feature, MAILS));

async function columnsOf(db: Tx): Promise<unknown> {
  const { rows } = isPostgres(db)
    ? await sql<Column>`select table_name as name, column_name as column from information_schema.columns
        where table_schema = current_schema()`.execute(db)
    : await sql<Column>`select t.name, c.name as column from sqlite_schema t, pragma_table_info(t.name) c
        where t.type = 'table'`.execute(db);
  const tables = Object.groupBy(
    rows.filter(({ name, column }) => !/^(?:kysely|sqlite)_/.test(name) && ![name, column].some(isForSearch)),
    ({ name }) => name,
  );
  return Object.fromEntries(
    Object.entries(tables).map(([name, columns = []]) => [name, columns.map(({ column }) => column).sort()]),
  );
}
type Column = { readonly name: string; readonly column: string };

const columnsOfFeatures = (features: readonly Feature[]) =>
  Object.fromEntries(
    Object.entries(tablesOf(features)).map(([name, { shown, withheld }]) => [
      name,
      [...shown, ...withheld].sort(),
    ]),
  );

test.each(OPTIONAL)(
  'removing the data of the feature $name keeps tables and columns of other features, and can be repeated',
  async (feature) => {
    const db = await begin();
    await drop(db, feature);
    await drop(db, feature);
    expect(await columnsOf(db)).toEqual(columnsOfFeatures(FEATURES.filter((other) => other !== feature)));
  },
);

test('after the data of all optional features are removed, rows can still be added to the core’s tables', async () => {
  const db = await begin();
  for (const feature of OPTIONAL) await drop(db, feature);
  expect(await columnsOf(db)).toEqual(columnsOfFeatures(FEATURES.filter(({ isCore }) => isCore)));
  const line = { id: 'a', notice: 'contact', version: '1', kind: 'seen', at: '2026-11-21' } as const;
  await db.insertInto('notices').values(line).execute();
  await db.deleteFrom('notices').execute();
});
