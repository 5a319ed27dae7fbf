import { type Kysely, sql } from 'kysely';

/** An operator can close an account and say why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column closed_at text`.execute(db);
  await sql`alter table users add column closed_reason text`.execute(db);
}
