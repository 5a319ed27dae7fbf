import { type Kysely, sql } from 'kysely';

/** An invitation ends when its author loses the role. Null for invitations of operator commands and of older processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table staff_invitations add column invited_by text').execute(db);
}
