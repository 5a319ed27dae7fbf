import { type Kysely, sql } from 'kysely';

/** The addresses get their own table, so that no existing table is locked. `features/forms/server/sender-addresses.ts` fills it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table submission_senders (
    submission_id text primary key references submissions (id) on delete cascade,
    address text not null
  )`,
  'create index submission_senders_address on submission_senders (address)',
];
