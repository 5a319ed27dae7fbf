import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Milliseconds that SQLite waits for another program that has the file. The whole process waits with it. */
export const SQLITE_PATIENCE = 5_000;

/**
 * Opens a database file, or creates it. Where the disk is full or the folder cannot be written, a file that exists is
 * opened for reading: pages and sessions work, and every write fails as it does on a full disk (decisions §2). Throws when
 * it cannot be read either.
 *
 * @returns the database, and, where it can only be read, what opens it for writing as soon as that is possible
 */
export function openSqliteFile(
  file: string,
): [database: DatabaseSync, reopen?: () => DatabaseSync | undefined] {
  try {
    return [openForWriting(file)];
  } catch (error) {
    const database = attempt(() => openForReading(file));
    if (database === undefined) throw error;
    return [database, () => attempt(() => openForWriting(file))];
  }
}

function openForWriting(file: string): DatabaseSync {
  // SQLite would open a file that cannot be written without a word.
  if (existsSync(file)) accessSync(file, constants.W_OK);
  const database = new DatabaseSync(file, { timeout: SQLITE_PATIENCE });
  try {
    // An acknowledged write survives a power cut: decisions §2.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    // Deleted content is overwritten with zeros (decisions §3.11, §7). `fast` would leave it in pages that become free;
    // `rewrite-file.ts` removes what this leaves.
    database.exec('pragma secure_delete = on');
    // Here, not at the first query, it shows whether the files beside it can be made.
    database.prepare('select count(*) from sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Without a log beside it, a file is read as it is: SQLite then makes no files. With one, that log and its index are
 * read, too. Throws when it cannot be read.
 */
function openForReading(file: string): DatabaseSync {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const url = pathToFileURL(file);
  if (log === undefined || log.size === 0) url.search = '?immutable=1';
  const database = new DatabaseSync(url, { readOnly: true });
  database.prepare('select count(*) from sqlite_schema').get();
  return database;
}

function attempt(open: () => DatabaseSync): DatabaseSync | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
