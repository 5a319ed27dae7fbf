import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { connectionUnlock, isPostgres, tryConnectionLock } from './advisory-lock.ts';
import type { Schema } from './schema.ts';

/**
 * These indexes are created after the migrations: `create index concurrently` does not block writers, but cannot run in a
 * transaction.
 */
const INDEXES: Readonly<Record<string, readonly [table: string, rest: string]>> = {
  submissions_due: ['submissions', '(due_at) where due_at is not null and reminded_at is null'],
  submissions_assigned: ['submissions', '(assigned_to, created_at) where assigned_to is not null'],
  // Lists of messages are read in the order of these indexes, without sorting.
  submissions_open: ['submissions', "(created_at, id, form) where state = 'received' and done_at is null"],
  submissions_unread: [
    'submissions',
    "(created_at, id, form) where state = 'received' and done_at is null and read_at is null",
  ],
  submissions_done: [
    'submissions',
    "(created_at, id, form) where state = 'received' and done_at is not null",
  ],
  submissions_requests: [
    'submissions',
    "(due_at) where state = 'received' and done_at is null and due_at is not null",
  ],
  submissions_form: ['submissions', '(form, created_at, id, state, done_at, read_at)'],
  users_created: ['users', '(created_at)'],
  outbox_listed: ['outbox', "(state, created_at) where state <> 'requested'"],
  // Mails that a mailing to many people must not delay (`server/mail/mail-queue.ts`).
  outbox_soon: [
    'outbox',
    "(state, next_attempt_at) where state = 'waiting' and kind not in ('launch-mail', 'operator-notice')",
  ],
  audit_newest: ['audit', '(at)'],
  // Most audit lines are sign-ins. This index leaves them out, because they are found by the index of times.
  audit_action: ['audit', "(action, at) where action <> 'signed-in'"],
  // In most audit lines the actor is also the subject. The index of subjects finds those lines, so this index leaves them out.
  audit_actor: ['audit', '(actor, at) where actor <> subject'],
  audit_deletions: ['audit', "(actor, at) where action in ('submission-deleted', 'account-deleted')"],
};

/** These indexes are only for PostgreSQL, because SQLite searches in separate tables. */
const ON_POSTGRES: typeof INDEXES = {
  search_submissions: ['submissions', 'using gin (search_words)'],
  search_users: ['users', 'using gin (search_words)'],
  search_submissions_unfilled: ['submissions', '(id) where search_words is null'],
  search_users_unfilled: ['users', '(id) where search_words is null'],
};

/** In a table of up to this many rows, creating an index blocks writers for only a few milliseconds. */
const FEW_ROWS = 10_000;
const LOCK = 'indexes';

/** Creates the missing indexes, in one process at a time. Call it again after an interruption. */
export async function createLaterIndexes(db: Kysely<Schema>): Promise<void> {
  if ((await missingIndexes(db)).length === 0) return;
  if (!isPostgres(db)) return createMissingIndexes(db);
  await db.connection().execute(async (connection) => {
    // Tries to take the lock again and again: a statement that waits for the lock would block `create index concurrently` in
    // the process that holds it.
    while (!(await tryConnectionLock(connection, LOCK))) await sleep(100);
    try {
      await createMissingIndexes(connection, (table) => isLarge(connection, table));
    } finally {
      await connectionUnlock(connection, LOCK);
    }
  });
}

export async function createMissingIndexes(
  db: Kysely<Schema>,
  mustNotBlock: (table: string) => Promise<boolean> = async () => false,
): Promise<void> {
  for (const [name, [table, rest]] of await missingIndexes(db)) {
    const concurrently = sql.raw((await mustNotBlock(table)) ? 'concurrently' : '');
    // No query uses the index of an interrupted attempt, so it is replaced.
    if (isPostgres(db)) await sql`drop index ${concurrently} if exists ${sql.id(name)}`.execute(db);
    await sql`create index ${concurrently} ${sql.id(name)} on ${sql.id(table)} ${sql.raw(rest)}`.execute(db);
  }
}

async function missingIndexes(db: Kysely<Schema>) {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`
        select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indisvalid and c.relnamespace = current_schema()::regnamespace`.execute(db)
    : await sql<{ name: string }>`select name from sqlite_master where type = 'index'`.execute(db);
  const present = new Set(rows.map(({ name }) => name));
  const wanted = isPostgres(db) ? { ...INDEXES, ...ON_POSTGRES } : INDEXES;
  return Object.entries(wanted).filter(([name]) => !present.has(name));
}

async function isLarge(db: Kysely<Schema>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.id(table)} offset ${FEW_ROWS} limit 1`.execute(db);
  return rows.length > 0;
}
