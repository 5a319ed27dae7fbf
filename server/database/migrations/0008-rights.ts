import { type Kysely, sql } from 'kysely';

/** Adds links, mailed to show the data of an address without an account, and due dates of requests about personal data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table rights_links (
    token_hash text primary key,
    email text not null,
    expires_at text not null
  )`,
  'create index rights_links_email on rights_links (email)',
  'create index rights_links_expiry on rights_links (expires_at)',
  'alter table submissions add column due_at text',
  'alter table submissions add column reminded_at text',
  'alter table submissions add column done_at text',
];
