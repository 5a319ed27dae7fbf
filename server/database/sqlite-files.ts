import { backup, DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { type Db, SQLITE_PATIENCE } from './database.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { Schema } from './schema.ts';

const PAGES_AT_ONCE = 1_000;
const PROBLEMS_TOLD = 5;
const BUSY = 5;
const DAMAGED = [11, 26];

/**
 * Copies a database as it is at this moment, while others write to it, into a file that is there and empty. Throws when
 * it cannot be read, or there is no room.
 *
 * @param onProgress called now and then with the share that is done, from 0 to 1
 */
export async function copySqlite(
  from: string,
  to: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const source = new DatabaseSync(from, { timeout: SQLITE_PATIENCE });
  try {
    // Within a transaction that reads, every step sees the same moment. Without it, each write of another process makes
    // SQLite begin again, and under constant writes it would never end.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await backup(source, to, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    // One file that needs no other beside it.
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
}

/** For a file that is looked at, and must stay as it is. Throws when it is not there. */
export function openReadOnly(file: string): Db {
  const database = new DatabaseSync(file, { readOnly: true });
  return new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
}

/** What is wrong with a database file that nobody uses, in SQLite's words; nothing when it is whole. */
export function problemsOfSqlite(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const damage = database.prepare(`pragma integrity_check(${PROBLEMS_TOLD})`).all();
    const orphans = database.prepare('pragma foreign_key_check').all().slice(0, PROBLEMS_TOLD);
    return [
      ...damage.map(({ integrity_check }) => String(integrity_check)).filter((line) => line !== 'ok'),
      ...orphans.map(
        ({ table, parent }) => `a row of ${table} belongs to a row of ${parent} that is not there`,
      ),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database.close();
  }
}

/**
 * Opens a database so that nobody else can, not even to read, until it is closed. Undefined when another process has it
 * open. Throws when it is no database.
 */
export function openAlone(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // In this mode the first look takes the whole file, which a process that merely has it open prevents.
    database.exec('pragma locking_mode = exclusive');
    database.prepare('select count(*) from sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined;
    throw error;
  }
}

/** SQLite met something that it had not written, or that is no database at all. */
export function tellsOfDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGED.includes(Number(error.errcode));
}
