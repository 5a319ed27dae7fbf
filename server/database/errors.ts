import { setTimeout as wait } from 'node:timers/promises';
import type { Db, Tx } from './database.ts';

/** Thrown if another request has changed the same rows. Rolls back a transaction. */
export class ConflictError extends Error {}

const TRIES = 5;
/** The longest wait before the second try. This limit doubles for each further try. */
const FIRST_WAIT_MS = 10;

/**
 * Runs `work` again after a conflict. The wait before each try is random and grows, which makes another conflict unlikely.
 * Throws any other error, and the last conflict.
 */
export async function retryOnConflict<T>(
  work: () => Promise<T>,
  { random = Math.random, triesLeft = TRIES }: { random?: () => number; triesLeft?: number } = {},
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error) || triesLeft <= 1) throw error;
    await wait(random() * FIRST_WAIT_MS * 2 ** (TRIES - triesLeft));
    return retryOnConflict(work, { random, triesLeft: triesLeft - 1 });
  }
}

export function retryTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryOnConflict(() => db.transaction().execute(work));
}

function isConflict(error: unknown): boolean {
  if (error instanceof ConflictError) return true;
  // These are PostgreSQL’s codes for a unique violation, a foreign key violation, a deadlock and a serialization failure.
  if (['23505', '23503', '40P01', '40001'].includes(errorCode(error))) return true;
  return error instanceof Error && /UNIQUE constraint failed/.test(error.message);
}

/** The code of an error: like `SQLite 13`, PostgreSQL’s SQLSTATE or Node’s `ECONNREFUSED`. Empty if the error has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // SQLite's primary error code is the low byte of its extended code.
  if ('errcode' in error && typeof error.errcode === 'number') return `SQLite ${error.errcode & 0xff}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * If Node tried to connect to several addresses, the message of its error is empty. In this case, the error code is returned.
 */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || errorCode(error) || error.name : String(error);
}

export const SQLITE_BUSY = 'SQLite 5';

/**
 * The kinds of errors. Concurrent requests can cause a `constraint` error, such as a duplicate row, or a `conflict` over the same
 * rows.
 */
export type QueryErrorKind = 'constraint' | 'conflict' | 'failed';

export function kindOfError(error: unknown): QueryErrorKind {
  const code = errorCode(error);
  if (/^(?:SQLite 19|23...)$/.test(code)) return 'constraint';
  return code === SQLITE_BUSY || /^40...$/.test(code) ? 'conflict' : 'failed';
}

const AWAY_CODES = [
  // SQLite: the disk is full, broken, read-only or missing, or another process has locked the file.
  /^SQLite (?:5|6|8|10|13|14)$/,
  // PostgreSQL: connection lost; no disk space, memory or connections left; server stopping or starting; file error; time limit.
  /^(?:08...|53...|57P0[1-5]|57014|55P03|58...|25006|25P03)$/,
  /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)$/,
];

const AWAY_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether the database does not work at the moment, so that the same query may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== '') return AWAY_CODES.some((pattern) => pattern.test(code));
  return error instanceof Error && AWAY_MESSAGES.test(error.message);
}
