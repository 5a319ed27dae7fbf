import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../advisory-lock.ts';

/** The operators’ console. Indexes of existing tables are in `../later-indexes.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  const dialect = isPostgres(db) ? 'postgres' : 'sqlite';
  for (const [table, columns] of Object.entries(SEARCHED))
    for (const statement of createSearch(dialect, table, columns)) await sql.raw(statement).execute(db);
}

/** `../search.ts` repeats the searched columns. */
const SEARCHED = { submissions: ['name', 'email', 'message'], users: ['name', 'email'] };

const STATEMENTS = [
  `create table staff (
    user_id text primary key references users (id) on delete cascade,
    role text not null,
    created_at text not null
  )`,
  `create table staff_invitations (
    token_hash text primary key,
    email text not null,
    role text not null,
    expires_at text not null,
    withdrawn_at text
  )`,
  'create index staff_invitations_expiry on staff_invitations (expires_at)',
  'create index staff_invitations_email on staff_invitations (email)',
  `create table console_sessions (
    session_id text primary key references sessions (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    started_at text not null,
    last_used_at text not null,
    proved_at text not null,
    told text
  )`,
  'create index console_sessions_user on console_sessions (user_id)',
  'alter table submissions add column read_at text',
  'alter table submissions add column assigned_to text references users (id) on delete set null',
  `create table operator_notes (
    id text primary key,
    submission_id text references submissions (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    author_id text references users (id) on delete set null,
    text text not null,
    created_at text not null
  )`,
  'create index operator_notes_submission on operator_notes (submission_id)',
  'create index operator_notes_user on operator_notes (user_id)',
  'create index operator_notes_author on operator_notes (author_id)',
  `create table planned_deletions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    ids text not null,
    reason text not null,
    created_at text not null,
    due_at text
  )`,
  'create index planned_deletions_user on planned_deletions (user_id)',
  `create table announcements (
    id text primary key,
    text text not null,
    starts_at text not null,
    ends_at text not null
  )`,
  `create index account_changes_planned on account_changes (created_at, user_id)
    where kind = 'recovery' and detail = 'planned'`,
];

function createSearch(
  dialect: 'sqlite' | 'postgres',
  table: string,
  columns: readonly string[],
): readonly string[] {
  if (dialect === 'postgres')
    return [
      // This column is filled later, because a generated column would rewrite the whole table under a lock.
      `alter table ${table} add column search_words tsvector`,
      // The search words are stored, because computing them for a list is slow. `left` keeps them below PostgreSQL’s limit of 1 MB.
      `create function search_${table}() returns trigger language plpgsql as $$ begin
        new.search_words := to_tsvector('simple',
          translate(left(${columns.map((column) => `new.${column}`).join(` || ' ' || `)}, 20000), '@.+_-/:', '       '));
        return new;
      end $$`,
      `create trigger search_${table} before insert or update of ${columns.join(', ')} on ${table}
        for each row execute function search_${table}()`,
    ];
  const [index, ids, names] = [`search_${table}`, `search_${table}_ids`, columns.join(', ')];
  const values = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  const remove = `insert into ${index} (${index}, rowid, ${names})
      select 'delete', number, ${values('old')} from ${ids} where id = old.id;`;
  const add = (row: string) => `insert into ${index} (rowid, ${names})
      select number, ${values(row)} from ${ids} where id = ${row}.id`;
  return [
    // A contentless index does not store the texts again. `secure-delete` removes all traces of deleted rows.
    `create virtual table ${index} using fts5 (${names}, content='',
      tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'")`,
    `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
    // This table keeps fixed row ids for the index: without an integer primary key, SQLite may change row ids.
    `create table ${ids} (number integer primary key, id text not null unique)`,
    `insert into ${ids} (id) select id from ${table} order by created_at, id`,
    `insert into ${index} (rowid, ${names}) select number, ${values(table)} from ${table} join ${ids} using (id)`,
    `create trigger ${index}_insert after insert on ${table} begin
      insert into ${ids} (id) values (new.id);
      ${add('new')};
    end`,
    `create trigger ${index}_update after update of ${names} on ${table} begin
      ${remove}
      ${add('new')};
    end`,
    `create trigger ${index}_delete before delete on ${table} begin
      ${remove}
      delete from ${ids} where id = old.id;
    end`,
  ];
}
