import { type Kysely, sql } from 'kysely';

/** Stores which privacy notice a person saw, and that the person has the minimum age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table notices (
    id text primary key,
    notice text not null,
    version text not null,
    kind text not null,
    at text not null,
    user_id text references users (id) on delete cascade,
    submission_id text references submissions (id) on delete cascade,
    entry_id text references launch_list (id) on delete cascade
  )`,
  'create index notices_user on notices (user_id)',
  'create index notices_submission on notices (submission_id)',
  'create index notices_entry on notices (entry_id)',
  "alter table sign_ups add column notice text not null default ''",
  "alter table outbox add column notice text not null default ''",
  'alter table sign_ups add column age_met integer',
  'alter table users add column age_met integer',
];
