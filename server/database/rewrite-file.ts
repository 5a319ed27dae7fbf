import { sql } from 'kysely';
import { isPostgres } from './advisory-lock.ts';
import type { Db } from './database.ts';
import { SQLITE_PATIENCE } from './sqlite-file.ts';

/**
 * Writes SQLite's file afresh, without the traces of deleted rows: `secure_delete` overwrites the rows themselves, but not
 * the copies that stay in the free part of a page when SQLite moves rows between pages. The whole site waits meanwhile,
 * 7 s for a gigabyte. Throws where the disk has no room for a second file. PostgreSQL cleans up by itself.
 */
export async function rewriteFile(db: Db): Promise<void> {
  if (isPostgres(db)) return;
  await sql`vacuum`.execute(db);
  await emptyWriteAheadLog(db);
}

/** Moves what SQLite's write-ahead log holds into the file, and overwrites it; where a backup is reading it, by the next call. */
export async function emptyWriteAheadLog(db: Db): Promise<void> {
  if (isPostgres(db)) return;
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
