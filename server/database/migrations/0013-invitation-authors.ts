import { type Kysely, sql } from 'kysely';

/**
 * Stores who sent an invitation to the console, because it ends with the role of its author. Null for invitations of
 * operator commands and of older processes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table staff_invitations add column invited_by text').execute(db);
}
