import { type Kysely, sql } from 'kysely';

/**
 * Whether the owner has yet to confirm that the recovery codes are saved, because their answer may get lost. Null, as for
 * codes of older processes, means that no confirmation is awaited.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recovery_codes add column unsaved_set text').execute(db);
}
