import { type Kysely, sql } from 'kysely';

/** The new columns are nullable, so that no table is rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table passkeys add column opens_console_from text',
  'alter table second_steps add column opens_console_from text',
  // The factors that operators already have open the console without the waiting time of new factors.
  `update passkeys set opens_console_from = created_at
    where user_id in (select user_id from staff)`,
  `update second_steps set opens_console_from = created_at
    where user_id in (select user_id from staff)`,
  'alter table staff add column enrols_in text',
  'alter table account_changes add column former_email text',
  `create index account_changes_former_email on account_changes (former_email)
    where former_email is not null`,
];
