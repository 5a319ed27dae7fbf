import { type Kysely, sql } from 'kysely';

/** Creates the table of the guest book, in the same way on SQLite and PostgreSQL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table guest_book (
    id text primary key,
    name text not null,
    email text not null,
    message text not null,
    written_at text not null,
    hidden_at text
  )`,
  'create index guest_book_email on guest_book (email)',
  'create index guest_book_written on guest_book (written_at, id)',
];
