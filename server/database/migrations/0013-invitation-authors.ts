import { type Kysely, sql } from 'kysely';

/**
 * Adds the operator who made an invitation, because an invitation ends when this operator loses the role. Null in invitations made
 * by operator commands and by older processes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table staff_invitations add column invited_by text').execute(db);
}
