import { sql } from 'kysely';
import { isPostgres } from './advisory-lock.ts';
import type { Db, Tx } from './database.ts';

/**
 * While a restore to PostgreSQL replaces the tables, the schema of the site contains this view, which names the schema of the
 * old tables. Unlike a comment on the schema, a view needs no more rights than the site’s tables.
 */
const NAME = 'unfinished_restore';
const VIEW = sql.table(NAME);

export async function markUnfinished(tx: Tx, aside: string | undefined): Promise<void> {
  await sql`create view ${VIEW} as select ${sql.lit(aside ?? '')} as aside`.execute(tx);
}

export async function markFinished(tx: Tx): Promise<void> {
  await sql`drop view if exists ${VIEW}`.execute(tx);
}

/**
 * The name of the schema in which an unfinished restore keeps the old tables; empty if there were no tables. Undefined if no
 * restore is unfinished.
 */
export async function findUnfinished(db: Db | Tx): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined;
  const views = sql`select 1 from pg_views where schemaname = current_schema() and viewname = ${NAME}`;
  if ((await views.execute(db)).rows.length === 0) return undefined;
  const { rows } = await sql<{ aside: string }>`select aside from ${VIEW}`.execute(db);
  return rows[0]?.aside;
}

/** Throws an error for the operator while the tables may be missing, or contain data that a restore deletes at its end. */
export async function refuseUnfinished(db: Db | Tx): Promise<void> {
  if ((await findUnfinished(db)) === undefined) return;
  throw new Error(
    'A restore of this database has not finished. Run it again: npm run operator -- restore --from FILE --replace',
  );
}
