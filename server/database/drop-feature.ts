import { type Kysely, sql } from 'kysely';
import type { Mail } from '#content/mails.ts';
import type { Feature } from '#server/feature.ts';
import { isPostgres } from './advisory-lock.ts';

export type FeatureData = {
  readonly tables: readonly string[];
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** SQL conditions for the feature’s rows in tables of other features, by table. */
  readonly rows?: Readonly<Record<string, string>>;
  readonly mails?: readonly string[];
};

export function featureDataOf(
  { tables = {}, columns = {}, rowsElsewhere: rows = {} }: Feature,
  mails: readonly Mail[] = [],
): FeatureData {
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
 * Deletes the data of a removed feature, for the migration that `npm run remove` writes. Skips missing tables and columns: the
 * migrations that add them may never have run.
 */
export async function dropFeatureData(db: Kysely<unknown>, kept: FeatureData): Promise<void> {
  const { tables, columns = {}, rows = {}, mails = [] } = kept;
  for (const [table, condition] of Object.entries(rows))
    await sql`delete from ${sql.table(table)} where ${sql.raw(condition)}`.execute(db);
  if (mails.length > 0)
    await sql`delete from outbox where state = 'requested' and kind in (${sql.join(mails)})`.execute(db);
  const present = await existing(db, tables);
  // Rows are deleted first, because the foreign keys of the columns delete dependent rows of other tables.
  for (const table of present) await sql`delete from ${sql.table(table)}`.execute(db);
  for (const [table, names] of Object.entries(columns))
    for (const name of names) await dropColumn(db, table, name);
  const cascade = sql.raw(isPostgres(db) ? 'cascade' : '');
  // Tables are dropped in reverse order, because tables with foreign keys come last in the list.
  for (const table of present.toReversed())
    await sql`drop table if exists ${sql.table(table)} ${cascade}`.execute(db);
}

/** Whether a table exists. Migrations must check this before they change a table of an optional feature. */
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
  // SQLite cannot drop a column with an index, so the indexes of the column are dropped first.
  const indexes = await sql<{ name: string }>`
    select distinct l.name from pragma_index_list(${table}) l, pragma_index_info(l.name) i
    where i.name = ${column} and l.origin = 'c'`.execute(db);
  for (const { name } of indexes.rows) await sql`drop index ${sql.id(name)}`.execute(db);
  await sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`.execute(db);
}
