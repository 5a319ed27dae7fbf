import { type Kysely, sql } from 'kysely';
import { hasTable } from '../drop-feature.ts';

/** Adds the time zone in which an operator reads the console. Null means the site’s. Forks without a console lack the table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (await hasTable(db, 'staff')) await sql.raw('alter table staff add column time_zone text').execute(db);
}
