import { type Kysely, sql } from 'kysely';

/** Stores the network that requested a link. Links of older processes get the default, an empty text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table rights_links add column network text not null default ''").execute(db);
}
