import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { Db } from './database.ts';
import type { Schema } from './schema.ts';

export type UnfinishedWork = {
  readonly work: 'copy' | 'restore';
  /** Which copy or restore it is: only the same one may go on with it. */
  readonly source: string;
  readonly since: string;
};

const TABLE = 'unfinished_work';

/**
 * What a PostgreSQL schema is being filled with, which is no site until it is done. Undefined when nothing is under
 * way. SQLite files are filled elsewhere and put in place whole, so that there is never anything under way.
 */
export async function unfinishedWork(db: Db | Transaction<Schema>): Promise<UnfinishedWork | undefined> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return undefined;
  const found = await sql<{ found: boolean }>`
    select to_regclass(quote_ident(current_schema()) || ${`.${TABLE}`}) is not null as found`.execute(db);
  if (found.rows[0]?.found !== true) return undefined;
  const { rows } = await sql<UnfinishedWork>`select work, source, since from ${sql.table(TABLE)}`.execute(db);
  return rows[0];
}

/** Says that the schema is not a site yet, before anything is put into it. */
export async function beginWork(db: Db, { work, source, since }: UnfinishedWork): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create table ${sql.table(TABLE)} (work text not null, source text not null, since text not null)`.execute(
      tx,
    );
    await sql`insert into ${sql.table(TABLE)} values (${work}, ${source}, ${since})`.execute(tx);
  });
}

/** Says that something else is under way now; there is no moment at which nothing seems to be. */
export async function changeWork(
  db: Db | Transaction<Schema>,
  { work, source, since }: UnfinishedWork,
): Promise<void> {
  await sql`update ${sql.table(TABLE)} set work = ${work}, source = ${source}, since = ${since}`.execute(db);
}

/** From here on the schema is a site. Harmless when nothing was under way. */
export async function endWork(db: Db | Transaction<Schema>): Promise<void> {
  await sql`drop table if exists ${sql.table(TABLE)}`.execute(db);
}

/** Not a table of the site. */
export const UNFINISHED_WORK_TABLE = TABLE;
