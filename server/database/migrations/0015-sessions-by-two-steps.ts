import { type Kysely, sql } from 'kysely';

/**
 * Adds a column that says whether a session was opened by two steps. Sessions from before this migration, or from processes that
 * still run the old version, get 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table sessions add column two_steps integer not null default 0').execute(db);
}
