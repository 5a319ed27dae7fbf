import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { storeMessage } from './stored-messages.ts';

/** Has SQLite's file hold pages of a deleted message, until it is rewritten. */
export async function leaveFreePages(db: Db): Promise<void> {
  const id = await storeMessage(db, 1, { message: 'x'.repeat(50_000) });
  await db.deleteFrom('submissions').where('id', '=', id).execute();
}

export async function freePages(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  return rows[0]?.freelist_count;
}
