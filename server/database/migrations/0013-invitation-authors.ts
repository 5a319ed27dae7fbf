import { type Kysely, sql } from 'kysely';

/**
 * Who made an invitation to the console: it ends with their role. A new column without a value; null where it was made with the tools of
 * the server, or by a process that does not know of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table staff_invitations add column invited_by text').execute(db);
}
