import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column closed_at text`.execute(db);
  await sql`alter table users add column closed_reason text`.execute(db);
}
