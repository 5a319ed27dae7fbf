import { type Kysely, sql } from 'kysely';

/** Payments get their own table: no existing table is locked, and a payment outlives its deleted message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table payments (
    submission_id text primary key,
    state text not null,
    digest text not null,
    sender text not null,
    intent text,
    begun integer default 0 not null,
    tries integer default 0 not null,
    asks integer default 0 not null,
    refusal text,
    told_at text,
    created_at text not null,
    look_at text not null
  )`,
  'create index payments_look on payments (look_at)',
  'create index payments_digest on payments (digest)',
  'create index payments_sender on payments (sender)',
  'create index payments_created on payments (created_at)',
];
