import { type Kysely, sql } from 'kysely';

/**
 * Adds the id of a set of recovery codes that the owner has not yet confirmed as saved: the answer with new codes may get lost.
 * Null once the owner has confirmed, and for older codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recovery_codes add column unsaved_set text').execute(db);
}
