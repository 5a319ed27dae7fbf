import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '#server/private-files.ts';
import type { DatabaseLocation } from './database.ts';

const BUSY = 5;

/**
 * Makes this process the only server on its SQLite folder, until it ends, however it ends. Operator commands do not ask
 * for the lock. Throws when another server has it. Does nothing on PostgreSQL, nor where the folder cannot be written:
 * then no server can write to the database either.
 */
export function lockDataFolder(location: DatabaseLocation): void {
  if (location.kind === 'postgres') return;
  const folder = dirname(location.file);
  try {
    makeFolder(folder);
    // A database of its own that stays empty: the operating system ends the lock with the process.
    const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
    held.push(lock);
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === BUSY)) return;
    throw new Error(
      `Another server runs on the data folder ${folder}, and two on one SQLite file would work against each other. Stop it first, give this one its own DATA_DIR, or use PostgreSQL (DATABASE_URL).`,
    );
  }
}

/** Closed when it is collected, the lock would end. */
const held: DatabaseSync[] = [];
