import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Insertable, sql } from 'kysely';
import { EMPTY_PROFILE } from '#contract/profile-fields.ts';
import type { SubmissionsTable } from '#features/forms/server/tables.ts';
import { hashedId } from '#server/audit/record-action.ts';
import { openReadOnly } from '#server/backup/sqlite-files.ts';
import { allTables } from '#server/backup/tables.ts';
import type { Db } from '#server/database/database.ts';
import { deleteRows, insertRow } from '#server/database/rows.ts';
import type { OutboxTable } from '#server/database/schema.ts';
import { tablesOf } from '#server/database/tables.ts';
import { FEATURES } from '#server/features.ts';
import { acceptClock, runRetention } from '#server/jobs/run-retention.ts';
import type { Person } from './people.ts';
import type { TestApp } from './test-app.ts';

const AT = '2026-11-21T10:00:00.000Z';

export async function storeAccount(db: Db, id: string): Promise<void> {
  const times = { created_at: AT, updated_at: AT, last_login: null, verification_sent_at: null };
  const user = { ...EMPTY_PROFILE, ...times, id, name: id, email: `${id}@example.com` };
  await insertRow(db, 'users', { ...user, login_count: 0, verification_attempts: 0 });
}

export async function storeMailRow(db: Db, id: string, values: Partial<Insertable<OutboxTable>> = {}) {
  await insertRow(db, 'outbox', {
    ...{ id, user_id: null, kind: 'reset-password', recipient: 'asha@example.com', reply_to: null },
    subject: 'Choose a new password',
    text_body: 'Hello\nhttps://example.com/reset',
    html_body: '<p>Hello</p>',
    ...{ state: 'waiting', attempts: 1, next_attempt_at: '2026-11-21T11:00:00.000Z', leased_until: null },
    ...{ last_error: '451 try later', created_at: AT, sent_at: null },
    ...values,
  });
}

/** The audit lines, oldest first. Optionally, only lines of one action are returned. */
export function auditLines(db: Db, action?: string) {
  const lines = db.selectFrom('audit').select(['action', 'actor', 'subject', 'detail']).orderBy('at');
  return (action === undefined ? lines : lines.where('action', '=', action)).execute();
}

/** The audit lines about an account, oldest first. Lines that its owner or a visitor caused are left out. */
export async function linesAbout({ db, deps }: TestApp, { record }: Pick<Person, 'record'>) {
  const own = hashedId(deps.keyring[0], 'subject', record.id);
  const lines = await auditLines(db);
  return lines.filter(({ actor, subject }) => subject === own && ![own, 'visitor'].includes(actor));
}

export const toldAbout = async (...of: Parameters<typeof linesAbout>) =>
  (await linesAbout(...of)).map(({ action, detail }) => `${action} ${detail}`.trim());

export async function linesOfBackup(backup: string, kind: 'sqlite' | 'postgres'): Promise<Set<string>> {
  const lines = new Set<string>();
  if (kind === 'postgres') {
    const args = ['--data-only', '--file=-', backup];
    const { stdout } = await promisify(execFile)('pg_restore', args, { maxBuffer: 1_000_000_000 });
    let table = '';
    for (const line of stdout.split('\n')) {
      if (line.startsWith('COPY ')) table = line;
      if (line.includes('\t')) lines.add(`${table}\n${line}`);
    }
    return lines;
  }
  const db = openReadOnly(backup);
  for (const table of await allTables(db)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows) lines.add(`${table}\n${JSON.stringify(row)}`);
  }
  await db.destroy();
  return lines;
}

export async function snapshotTables(db: Db): Promise<unknown> {
  const tables = Object.entries(tablesOf(FEATURES)).flatMap(([name, { where }]) => (where ? [name] : []));
  const rowsOf = async (table: string) => {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
  };
  return Object.fromEntries(await Promise.all(tables.map(rowsOf)));
}

export const idOf = (number: number) => `${String(number).padStart(8, '0')}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`;

export async function storeMessage(db: Db, number: number, values: Partial<SubmissionsTable> = {}) {
  const id = values.id ?? idOf(number);
  await insertRow(db, 'submissions', {
    ...{ id, form: 'contact', state: 'received', user_id: null, fields: '{}' },
    ...{ name: `Person ${number}`, email: `person-${number}@example.com`, message: `Message ${number}` },
    ...{ idempotency_key: `secret-key-${id}`, digest: `digest-${id}` },
    ...{ payment_intent: null, amount: null, currency: null },
    created_at: `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`,
    ...values,
  });
  return id;
}

export async function attachFile(db: Db, submission: string, name: string, content: string): Promise<void> {
  await insertRow(db, 'submission_files', {
    ...{ id: `file-${submission}-${name}`, submission_id: submission, field: 'upload' },
    ...{ name, type: 'text/plain', size: content.length },
    content: Buffer.from(content).toString('base64'),
  });
}

/** Stores and deletes a long message, which leaves free pages in the SQLite file until the file is rewritten. */
export async function leaveFreePages(db: Db): Promise<void> {
  const id = await storeMessage(db, 1, { message: 'x'.repeat(50_000) });
  await deleteRows(db, 'submissions', { id });
}

export async function freePages(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  return rows[0]?.freelist_count;
}

/** Runs the hourly retention at a given time, with a trusted clock. Fails if a rule fails. */
export async function removeOutlived(
  { deps }: TestApp,
  now: Date,
): Promise<Readonly<Record<string, number>>> {
  const log = {
    info: () => {},
    error: ({ err }: { err: unknown }) => {
      throw err;
    },
  };
  await acceptClock(deps.db, now);
  return runRetention({ ...deps, clock: () => now, log });
}
