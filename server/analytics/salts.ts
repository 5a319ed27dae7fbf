import { createHmac } from 'node:crypto';
import { SqliteAdapter, sql } from 'kysely';
import { type Db, SQLITE_PATIENCE } from '#server/database/database.ts';
import type { Day } from './day.ts';

/**
 * The day's salt: the first process that needs it makes it, all others take the same one. Should the row be gone again
 * (another process's clock is a day ahead), the new salt serves this process alone.
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
 * Destroys the salts of every day before `today`, so that nobody can make those days' hashes again. On SQLite the bytes
 * are gone from its files when this returns: deleting overwrites them (`secure_delete`), and the log is emptied. Where
 * another program is reading at this moment (a backup), the next call empties it. PostgreSQL lets go when it vacuums.
 */
export async function destroySalts(db: Db, today: Day): Promise<void> {
  await db.deleteFrom('analytics_salts').where('day', '<', today).execute();
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  await db.connection().execute(async (own) => {
    // Waiting for the reader would keep everybody waiting: the whole site stands still meanwhile.
    await sql`pragma busy_timeout = 0`.execute(own);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(own);
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(SQLITE_PATIENCE)}`.execute(own);
    }
  });
}

/**
 * Who somebody is for one day: the same address and browser give the same hash while the salt lives, and without it
 * the hash leads to nobody. It is counted and forgotten, never stored.
 */
export function visitorHash(salt: string, address: string, userAgent: string): Buffer {
  return createHmac('sha256', salt).update(`${address}\n${userAgent}`).digest();
}
