import { type Kysely, sql } from 'kysely';
import type { Mail } from '#content/mails.ts';
import type { Feature } from '#server/feature.ts';
import { isPostgres } from './advisory-lock.ts';

/** What a feature kept, by the names that it had when it was taken out. */
export type Kept = {
  readonly tables: readonly string[];
  /** Its columns in tables of others, by table. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** Its rows in tables of others, by table: which ones, as SQL. */
  readonly rows?: Readonly<Record<string, string>>;
  /** Kinds of mails that only it writes. */
  readonly mails?: readonly string[];
};

/** @param mails those of its content */
export function keptOf(
  { tables = {}, columns = {}, rowsElsewhere: rows = {} }: Feature,
  mails: readonly Mail[] = [],
): Kept {
  const columnsOf = Object.entries(columns).map(
    ([table, { shown, withheld }]) => [table, [...shown, ...withheld]] as const,
  );
  return {
    tables: Object.keys(tables),
    ...(columnsOf.length > 0 && { columns: Object.fromEntries(columnsOf) }),
    ...(Object.keys(rows).length > 0 && { rows }),
    ...(mails.length > 0 && { mails: mails.map(({ name }) => name) }),
  };
}

/**
 * Deletes what a feature kept, with the indexes and triggers of its tables, for the migration that `npm run remove` writes. What is gone
 * already is no mistake: a later migration may never have made it.
 */
export async function dropKept(db: Kysely<unknown>, kept: Kept): Promise<void> {
  const { tables, columns = {}, rows = {}, mails = [] } = kept;
  for (const [table, condition] of Object.entries(rows))
    await sql`delete from ${sql.table(table)} where ${sql.raw(condition)}`.execute(db);
  if (mails.length > 0)
    await sql`delete from outbox where state = 'requested' and kind in (${sql.join(mails)})`.execute(db);
  const there = await existing(db, tables);
  // Rows of others that go with a row of these go by the foreign keys, which end with the columns.
  for (const table of there) await sql`delete from ${sql.table(table)}`.execute(db);
  for (const [table, names] of Object.entries(columns))
    for (const name of names) await dropColumn(db, table, name);
  const cascade = sql.raw(isPostgres(db) ? 'cascade' : '');
  // What refers to another table was made after it.
  for (const table of there.toReversed())
    await sql`drop table if exists ${sql.table(table)} ${cascade}`.execute(db);
}

/** Whether there is such a table. A migration that changes the table of an optional feature asks first. */
export async function hasTable(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`select 1 from pg_class where relname = ${name} and relkind = 'r'
        and relnamespace = current_schema()::regnamespace`.execute(db)
    : await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}

async function existing(db: Kysely<unknown>, tables: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of tables) if (await hasTable(db, table)) found.push(table);
  return found;
}

async function dropColumn(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table ${sql.table(table)} drop column if exists ${sql.id(column)}`.execute(db);
    return;
  }
  const columns = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
  if (!columns.rows.some(({ name }) => name === column)) return;
  // SQLite drops no column that an index holds.
  const indexes = await sql<{ name: string }>`
    select distinct l.name from pragma_index_list(${table}) l, pragma_index_info(l.name) i
    where i.name = ${column} and l.origin = 'c'`.execute(db);
  for (const { name } of indexes.rows) await sql`drop index ${sql.id(name)}`.execute(db);
  await sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`.execute(db);
}
