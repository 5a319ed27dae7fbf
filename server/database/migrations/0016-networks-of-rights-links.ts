import { type Kysely, sql } from 'kysely';

/** From which network a link was asked for. A new column with a default: what older processes write counts for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table rights_links add column network text not null default ''").execute(db);
}
