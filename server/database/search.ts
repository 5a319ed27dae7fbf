import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { normalized } from '#contract/text.ts';
import { isPostgres } from './advisory-lock.ts';
import type { Db } from './database.ts';
import { wordsIn } from './migrations/0019-words-in-tags.ts';

/** `migrations/0009-console.ts` and `migrations/0019-words-in-tags.ts` repeat the searched columns. */
export const SEARCHED = {
  submissions: ['name', 'email', 'message'],
  users: ['name', 'email'],
} as const;
type SearchedTable = keyof typeof SEARCHED;

export const isForSearch = (name: string): boolean => name.startsWith('search_');

/**
 * The maximum number of rows that a search on SQLite finds: the newest ones. A list then applies its other conditions to these
 * rows.
 */
const MAX_FOUND = 10_000;
/** The maximum words of a search. Further words are ignored. */
const MAX_WORDS = 8;
const WORD_MOST = 100;

/** Words have letters, digits, and the combining marks that Indian scripts need. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * A condition for rows in which each typed word is the beginning of some word. Words of fewer than `lettersLeast` letters are ignored.
 * Undefined if no word is left.
 */
export function hasWords(
  db: Db,
  table: SearchedTable,
  typed: string,
  { most = MAX_FOUND, lettersLeast = 1 } = {},
): RawBuilder<SqlBool> | undefined {
  const words = [...normalized(typed.toLowerCase()).matchAll(WORD)]
    .map(([word]) => [...word])
    .filter((letters) => letters.length >= lettersLeast);
  if (words.length === 0) return undefined;
  // PostgreSQL refuses a word of more than 2,046 bytes, so longer words are cut. A cut word finds the same rows and maybe more.
  const sought = words.slice(0, MAX_WORDS).map((letters) => letters.slice(0, WORD_MOST).join(''));
  if (isPostgres(db)) {
    const query = sought.map((word) => `${word}:*`).join(' & ');
    const [words, matches] = [sql.ref(`${table}.search_words`), sql`@@ to_tsquery('simple', ${query})`];
    // Rows whose `search_words` is null are searched without the index: `fillSearch` has not filled them yet.
    return sql`(${words} ${matches} or (${words} is null and ${wordsOf(table)} ${matches}))`;
  }
  const [index, rows] = [sql.table(`search_${table}`), sql.table(`search_${table}_ids`)];
  const query = sought.map((word) => `"${word}"*`).join(' ');
  return sql`${sql.ref(`${table}.id`)} in (
    select r.id from ${index} f join ${rows} r on r.number = f.rowid
    where ${index} match ${query} order by f.rowid desc limit ${sql.lit(most)})`;
}

function wordsOf(table: SearchedTable): RawBuilder<unknown> {
  return sql.raw(wordsIn(SEARCHED[table].map((column) => `${table}.${column}`).join(` || ' ' || `)));
}

/**
 * The number of rows that one statement indexes. It is small, because a request that changes one of these rows waits until the
 * statement ends.
 */
const ROWS_AT_ONCE = 500;

/** PostgreSQL only: indexes rows from before migration 0019. A trigger indexes newer rows. Returns `more` if rows are left. */
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

export type Cursor = { readonly side: 'older' | 'newer'; readonly at: string; readonly id: string };

export const NEWEST: Cursor = { side: 'older', at: '9999', id: '' };
export const OLDEST: Cursor = { side: 'newer', at: '', id: '' };

/**
 * Rows before or after a cursor, those nearest to it first (keyset pagination). The condition on the time lets the database use an
 * index without a sort.
 */
export function pageFromCursor<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  time: Expression<unknown>,
  { side, at, id }: Cursor,
): SelectQueryBuilder<DB, TB, O> {
  const isBeside = side === 'older' ? sql`<` : sql`>`;
  const order = side === 'older' ? 'desc' : 'asc';
  return query
    .where(sql<SqlBool>`(${time}, id) ${isBeside} (${at}, ${id})`)
    .orderBy(time, order)
    .orderBy(sql`id`, order);
}

/** The condition of the partial indexes of messages. A query must repeat it exactly, or else SQLite does not use the index. */
export const isNotReceived = sql<boolean>`state <> 'received'`;
