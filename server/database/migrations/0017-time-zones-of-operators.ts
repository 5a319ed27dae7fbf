import { type Kysely, sql } from 'kysely';
import { hasTable } from '../drop-feature.ts';

/**
 * Stores the time zone in which an operator reads the console; null stands for that of the site. A fork may have no
 * console, and so no table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (await hasTable(db, 'staff')) await sql.raw('alter table staff add column time_zone text').execute(db);
}
