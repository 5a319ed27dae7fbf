import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table second_steps (
    user_id text primary key references users (id) on delete cascade,
    secret text not null,
    confirmed_at text,
    last_used_step integer not null,
    created_at text not null
  )`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  )`,
  `create table trusted_browsers (
    id text primary key,
    token_hash text not null,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    unique (token_hash, user_id)
  )`,
  `create table sign_in_steps (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    way text not null,
    credential text,
    remember integer not null,
    tries integer not null,
    expires_at text not null
  )`,
  'create index trusted_browsers_user on trusted_browsers (user_id)',
  'create index trusted_browsers_expiry on trusted_browsers (expires_at)',
  'create index sign_in_steps_user on sign_in_steps (user_id)',
  'create index sign_in_steps_expiry on sign_in_steps (expires_at)',
  'alter table sessions add column first_step_at text',
];
