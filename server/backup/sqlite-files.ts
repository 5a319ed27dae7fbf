import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { errorCode, messageOf, SQLITE_BUSY } from '#server/database/errors.ts';
import type { Schema } from '#server/database/schema.ts';
import { nodeSqliteDialect, SQLITE_PATIENCE } from '#server/database/sqlite-file.ts';

const PAGES_PER_STEP = 1_000;
const PROBLEMS_SHOWN = 5;

export const SQLITE_SIDE_FILES = ['-wal', '-shm', '-journal'] as const;

/** Copies a database without the rows of some tables, while other processes may write. Throws if it cannot be read. */
export async function copySqlite(
  from: string,
  to: string,
  leftOut: readonly string[],
  stopped: AbortSignal,
): Promise<void> {
  const source = new DatabaseSync(from, { timeout: SQLITE_PATIENCE });
  try {
    // Without a read transaction, each write of another process would restart the backup.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await backup(source, to, { rate: PAGES_PER_STEP, progress: () => stopped.throwIfAborted() });
    const copy = new DatabaseSync(to);
    // Leaves a single file, without a write-ahead log beside it.
    copy.exec('pragma journal_mode = delete; pragma secure_delete = on');
    // A database with an older schema may lack some of the tables.
    const tables = copy.prepare('select name from sqlite_schema').all();
    for (const { name } of tables) if (leftOut.includes(String(name))) copy.exec(`delete from ${name}`);
    copy.close();
  } finally {
    source.close();
    for (const ending of SQLITE_SIDE_FILES) await rm(`${to}${ending}`, { force: true });
  }
}

/** Opens a SQLite file for reading only. Throws if the file does not exist. */
export function openReadOnly(file: string): Db {
  const database = new DatabaseSync(file, { readOnly: true });
  return new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
}

export function problemsOfSqlite(file: string): string[] {
  using database = new DatabaseSync(file, { readOnly: true });
  try {
    const damage = database.prepare(`pragma integrity_check(${PROBLEMS_SHOWN})`).all();
    const orphans = database.prepare('pragma foreign_key_check').all().slice(0, PROBLEMS_SHOWN);
    return [
      ...damage.map(({ integrity_check }) => String(integrity_check)).filter((line) => line !== 'ok'),
      ...orphans.map(({ table, parent }) => `a row of ${table} names a row of ${parent} that does not exist`),
    ];
  } catch (error) {
    return [messageOf(error)];
  }
}

/**
 * Opens a SQLite file so that no other process can read it until it is closed. Throws if another process has it open, or it is no
 * database.
 */
export function openExclusively(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // In exclusive mode, the first read locks the file. It fails if another process has the file open.
    database.exec('pragma locking_mode = exclusive');
    database.prepare('select count(*) from sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw errorCode(error) === SQLITE_BUSY
      ? new Error(`The site runs on ${file}, or another program has it open. Stop it first.`)
      : error;
  }
}

export function isDamage(error: unknown): boolean {
  return ['SQLite 11', 'SQLite 26'].includes(errorCode(error));
}
