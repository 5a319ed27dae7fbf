import { type Kysely, sql } from 'kysely';

/** The answer with new recovery codes may get lost, so the owner confirms them. Null if no confirmation is awaited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table recovery_codes add column unsaved_set text').execute(db);
}
