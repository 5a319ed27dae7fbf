import { type Kysely, sql } from 'kysely';

/** Whether a session was opened by two steps. The default is for older sessions and processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table sessions add column two_steps integer not null default 0').execute(db);
}
