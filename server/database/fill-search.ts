import { sql } from 'kysely';
import { isPostgres } from './advisory-lock.ts';
import type { Db } from './database.ts';
import { SEARCHED, type SearchedTable } from './search.ts';

/** Short enough to keep nobody waiting for a row. */
const ROWS_AT_ONCE = 500;

/**
 * On PostgreSQL, gives the rows of before migration 0009 their words for the search, a few at a time. Returns `more` while there may be
 * more. A trigger fills those of every row that is written from then on.
 */
export async function fillSearch(db: Db): Promise<'more' | 'done'> {
  if (!isPostgres(db)) return 'done';
  let filled = 0;
  for (const table of Object.keys(SEARCHED) as SearchedTable[]) filled += await fillTable(db, table);
  return filled > 0 ? 'more' : 'done';
}

async function fillTable(db: Db, table: SearchedTable): Promise<number> {
  const [column] = SEARCHED[table];
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.id(column)} = ${sql.id(column)} where id in (
      select id from ${sql.table(table)} where search_words is null
      limit ${sql.lit(ROWS_AT_ONCE)} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
