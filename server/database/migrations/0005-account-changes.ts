import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table account_changes (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    kind text not null,
    detail text not null,
    before text not null,
    token_hash text not null unique,
    created_at text not null,
    contested_at text,
    kept_at text
  )`,
  'create index account_changes_user on account_changes (user_id)',
  'create index account_changes_age on account_changes (created_at)',
];
