import { type Kysely, sql } from 'kysely';

/**
 * Adds the id of the set to which a recovery code belongs, until the owner confirms that the set is saved: the response with
 * the codes may have got lost. Null after the confirmation, and for older codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recovery_codes add column unsaved_set text').execute(db);
}
