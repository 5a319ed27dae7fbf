import type { Kysely } from 'kysely';

/** Drops an unused table of deletions that waited for a second owner. Forks without a console lack this table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('planned_deletions').ifExists().execute();
}
