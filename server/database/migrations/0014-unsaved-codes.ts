import { type Kysely, sql } from 'kysely';

/**
 * Whether the owner has said that the recovery codes are saved: the answer that brought them may be lost. A new column without a value,
 * which means that nothing is awaited, as for the codes that a process makes which does not know of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recovery_codes add column unsaved_set text').execute(db);
}
