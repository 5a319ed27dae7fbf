import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table address_changes (
    user_id text primary key references users (id) on delete cascade,
    email text not null,
    token_hash text unique,
    expires_at text not null
  )`,
  'create index address_changes_expiry on address_changes (expires_at)',
];
