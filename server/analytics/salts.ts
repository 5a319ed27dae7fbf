import { createHmac } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import { emptyWriteAheadLog } from '#server/database/rewrite-file.ts';
import type { Day } from './day.ts';

/**
 * The day's salt, created by the first process that needs it. If the row is gone again (another process's clock is a
 * day ahead), the new salt serves this process alone.
 *
 * @param newSalt unguessable
 */
export async function saltOf(db: Db, day: Day, newSalt: () => string): Promise<string> {
  const made = newSalt();
  await db
    .insertInto('analytics_salts')
    .values({ day, salt: made })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  const row = await db.selectFrom('analytics_salts').select('salt').where('day', '=', day).executeTakeFirst();
  return row?.salt ?? made;
}

/**
 * Destroys the salts of every day before `today`. On SQLite the bytes are gone when this returns (`secure_delete`, and
 * the write-ahead log is emptied; where a backup is reading it, by the next call). PostgreSQL lets go when it vacuums.
 */
export async function destroySalts(db: Db, today: Day): Promise<void> {
  await db.deleteFrom('analytics_salts').where('day', '<', today).execute();
  await emptyWriteAheadLog(db);
}

/** Identifies a visitor for one day: without the salt the hash leads to nobody. It is counted and never stored. */
export function visitorHash(salt: string, address: string, userAgent: string): Buffer {
  return createHmac('sha256', salt).update(`${address}\n${userAgent}`).digest();
}
