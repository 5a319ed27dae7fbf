import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';
import { UNFINISHED_WORK_TABLE } from './unfinished.ts';

/** Names of tables with their numbers of rows. */
export type TableCounts = Readonly<Record<string, number>>;

/** Every table of the site as the database has it, by name; also Kysely's own. */
export async function allTables(db: Db | Transaction<Schema>): Promise<string[]> {
  const names = isPostgres(db)
    ? sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`
    : sql<{ name: string }>`
        select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`;
  const { rows } = await names.execute(db);
  return rows
    .map(({ name }) => name)
    .filter((name) => name !== UNFINISHED_WORK_TABLE)
    .sort();
}

/** The tables that hold what the site knows: not those that tell how far the schema is migrated. */
export async function dataTables(db: Db | Transaction<Schema>): Promise<string[]> {
  return (await allTables(db)).filter((name) => !name.startsWith('kysely_'));
}

export async function countRows(db: Db | Transaction<Schema>): Promise<TableCounts> {
  const counts: Record<string, number> = {};
  for (const name of await dataTables(db)) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

/** The last migration that the database went through; undefined when it is no site. */
export async function schemaVersion(db: Db | Transaction<Schema>): Promise<string | undefined> {
  if (!(await allTables(db)).includes('kysely_migration')) return undefined;
  const { rows } = await sql<{ name: string | null }>`
    select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? undefined;
}

function isPostgres(db: Db | Transaction<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
