import { type Kysely, sql } from 'kysely';

/** Whether two steps opened a session. A new column with a default: older sessions and processes know nothing of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table sessions add column two_steps integer not null default 0').execute(db);
}
