import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// The signature counter is `double precision`: it is too large for PostgreSQL’s `integer`, and the driver returns `bigint` as text.
const STATEMENTS = [
  `create table passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    public_key text not null,
    counter double precision not null,
    transports text not null,
    name text not null,
    discoverable integer not null,
    backed_up integer not null,
    created_at text not null,
    last_used_at text
  )`,
  `create table webauthn_challenges (
    challenge text primary key,
    token_hash text not null,
    purpose text not null,
    user_id text references users (id) on delete cascade,
    expires_at text not null
  )`,
  'create index passkeys_user on passkeys (user_id)',
  'create index webauthn_challenges_user on webauthn_challenges (user_id)',
  'create index webauthn_challenges_expiry on webauthn_challenges (expires_at)',
];
