import { type Kysely, sql } from 'kysely';

/**
 * Whether the owner has yet to confirm that the new recovery codes are saved, because the answer with the codes may
 * get lost. Null if no confirmation is awaited, as for codes of older processes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recovery_codes add column unsaved_set text').execute(db);
}
