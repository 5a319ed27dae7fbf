import { type Kysely, sql } from 'kysely';

/** Adds the network that requested a link. Empty for links of older processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table rights_links add column network text not null default ''").execute(db);
}
