import { type Kysely, sql } from 'kysely';

/**
 * For recovery codes that their owner has not yet confirmed as saved: the id of the set that the codes belong to. The response with
 * the codes may have got lost. Null after the confirmation, and for older codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recovery_codes add column unsaved_set text').execute(db);
}
