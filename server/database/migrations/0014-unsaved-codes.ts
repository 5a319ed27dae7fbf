import { type Kysely, sql } from 'kysely';

/**
 * Marks the recovery codes that their owner has not yet confirmed as saved, with the id of their set: the response with the codes
 * may have got lost. Null after the confirmation, and for older codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recovery_codes add column unsaved_set text').execute(db);
}
