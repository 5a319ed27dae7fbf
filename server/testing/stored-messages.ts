import { sql } from 'kysely';
import type { SubmissionsTable } from '#features/forms/server/tables.ts';
import type { Db } from '#server/database/database.ts';
import { deleteRows, insertRow } from '#server/database/rows.ts';

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
