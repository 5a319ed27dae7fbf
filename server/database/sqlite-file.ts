import { DatabaseSync } from 'node:sqlite';

/** Milliseconds that SQLite waits for another program that has the file. The whole process waits with it. */
export const SQLITE_PATIENCE = 5_000;

/** Opens a database file, or creates it. Throws when it cannot be written. */
export function openSqliteFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: SQLITE_PATIENCE });
  try {
    // An acknowledged write survives a power cut (docs/product.md, "Database").
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    // Deleted content is overwritten with zeros (docs/product.md, "Deletion"). `fast` would leave it in pages that become free;
    // `rewrite-file.ts` removes what this leaves.
    database.exec('pragma secure_delete = on');
    return database;
  } catch (error) {
    // Left open, a file that is no database would stay locked, and a restore could not replace it.
    database.close();
    throw error;
  }
}
