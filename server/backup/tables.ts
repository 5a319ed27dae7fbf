import { sql } from 'kysely';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { isForSearch } from '#server/database/search.ts';

/**
 * The names of all tables, including Kysely's own.
 * @param schema on PostgreSQL, by default the schema of the site
 */
export async function allTables(db: Db | Tx, schema?: string): Promise<string[]> {
  const names = isPostgres(db)
    ? sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = coalesce(${schema}, current_schema())::regnamespace and relkind in ('r', 'p')`
    : sql<{ name: string }>`
        select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`;
  const { rows } = await names.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** The names of all tables, without Kysely's own and without the search index. */
export async function dataTables(db: Db | Tx): Promise<string[]> {
  return (await allTables(db)).filter((name) => !name.startsWith('kysely_') && !isForSearch(name));
}

export async function countRows(db: Db | Tx): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await dataTables(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** The last migration of a database. Undefined if the database holds no site. */
export async function schemaVersion(db: Db | Tx): Promise<string | undefined> {
  if (!(await allTables(db)).includes('kysely_migration')) return undefined;
  const { rows } = await sql<{ name: string | null }>`
    select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? undefined;
}
