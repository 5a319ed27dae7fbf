import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from './advisory-lock.ts';
import type { Db } from './database.ts';

/** What can be searched by words, and in which columns. `migrations/0009-console.ts` has the same; a test holds both together. */
export const SEARCHED = {
  submissions: ['name', 'email', 'message'],
  users: ['name', 'email'],
} as const;
type SearchedTable = keyof typeof SEARCHED;

/** What the databases keep for the search, in tables or columns; everything in it follows from what is searched. */
export const isForSearch = (name: string): boolean => name.startsWith('search_');

/** At most so many rows, the newest on SQLite, are looked at for what else a list asks of them. */
const MOST_FOUND = 10_000;
/** Words that count; the others narrow what is found no further. */
const MOST_WORDS = 8;

/** Letters, digits and the marks that letters of Indian scripts are written with. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The rows that have words which begin like each of those typed, for a `where`. An index finds them on both databases.
 * Undefined when nothing was typed that is a word.
 */
export function hasWords(
  db: Db,
  table: SearchedTable,
  typed: string,
  most = MOST_FOUND,
): RawBuilder<SqlBool> | undefined {
  const words = [...typed.toLowerCase().normalize('NFC').matchAll(WORD)].map(([word]) => word);
  if (words.length === 0) return undefined;
  const sought = words.slice(0, MOST_WORDS);
  if (isPostgres(db)) {
    const query = sought.map((word) => `${word}:*`).join(' & ');
    const [words, matches] = [sql.ref(`${table}.search_words`), sql`@@ to_tsquery('simple', ${query})`];
    // Rows that `fillSearch` has not come to.
    return sql`(${words} ${matches} or (${words} is null and ${wordsOf(table)} ${matches}))`;
  }
  const [index, rows] = [sql.table(`search_${table}`), sql.table(`search_${table}_ids`)];
  const query = sought.map((word) => `"${word}"*`).join(' ');
  return sql`${sql.ref(`${table}.id`)} in (
    select r.id from ${index} f join ${rows} r on r.number = f.rowid
    where ${index} match ${query} order by f.rowid desc limit ${sql.lit(most)})`;
}

/** As the trigger of the table makes them. */
function wordsOf(table: SearchedTable): RawBuilder<unknown> {
  const columns = SEARCHED[table].map((column) => sql.ref(`${table}.${column}`));
  return sql`to_tsvector('simple', translate(left(${sql.join(columns, sql` || ' ' || `)}, 20000), '@.+_-/:', '       '))`;
}

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

/** A place in a list that is in the order of a time and an id, and which side of it is asked for. */
export type Place = { readonly side: 'older' | 'newer'; readonly at: string; readonly id: string };

/** Where a list of the newest begins, and one of the oldest. */
export const NEWEST: Place = { side: 'older', at: '9999', id: '' };
export const OLDEST: Place = { side: 'newer', at: '', id: '' };

/**
 * The rows on one side of a place, the nearest first. The condition is always there: by it, an index of the time finds them
 * without a sort, however far down the list they are.
 */
export function besidePlace<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  time: Expression<unknown>,
  { side, at, id }: Place,
): SelectQueryBuilder<DB, TB, O> {
  const isBeside = side === 'older' ? sql`<` : sql`>`;
  const order = side === 'older' ? 'desc' : 'asc';
  return query
    .where(sql<SqlBool>`(${time}, id) ${isBeside} (${at}, ${id})`)
    .orderBy(time, order)
    .orderBy(sql`id`, order);
}

/**
 * Matches the condition of a partial index: SQLite uses it only for queries that repeat that condition word for word.
 */
export const isNotReceived = sql<boolean>`state <> 'received'`;
