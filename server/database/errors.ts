import { setTimeout as wait } from 'node:timers/promises';
import type { Db, Tx } from './database.ts';

/** Another request changed the same rows meanwhile. Thrown in a transaction, it rolls the transaction back. */
export class ConflictError extends Error {}

const TRIES = 5;
/** Milliseconds at most before the second try; twice as many before each further one. */
const FIRST_WAIT = 10;

/**
 * Repeats work that conflicted with another transaction, after a while that grows and differs, so that two do not meet again and
 * again. Throws every other error, and the conflict of the last try.
 */
export async function retryOnConflict<T>(
  work: () => Promise<T>,
  { random = Math.random, triesLeft = TRIES }: { random?: () => number; triesLeft?: number } = {},
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error) || triesLeft <= 1) throw error;
    await wait(random() * FIRST_WAIT * 2 ** (TRIES - triesLeft));
    return retryOnConflict(work, { random, triesLeft: triesLeft - 1 });
  }
}

/** A transaction that is run again after a conflict. */
export function retryTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryOnConflict(() => db.transaction().execute(work));
}

/** PostgreSQL: unique violation, foreign key violation, deadlock, serialization failure. */
const CONFLICT_CODES = ['23505', '23503', '40P01', '40001'];

function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    error instanceof ConflictError ||
    CONFLICT_CODES.includes(code) ||
    /UNIQUE constraint failed/.test(error.message)
  );
}

/** SQLite's primary result codes for a disk that is full, broken, read-only or not there, or a file that is held. */
const SQLITE_CODES: readonly number[] = [5, 6, 8, 10, 13, 14];

/**
 * PostgreSQL: connection lost, out of disk or memory or connections, shut down or starting, trouble with its files, we stood still,
 * a statement or a lock took too long.
 */
const POSTGRES_CODES = /^(?:08...|53...|57P0[1-5]|57014|55P03|58...|25006|25P03)$/;

/** What Node says when the server cannot be reached. */
const CONNECTION_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
];

/** The driver and its pool have only sentences for these. */
const DRIVER_SENTENCES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether a query failed because the database cannot work at the moment, so the same request may succeed later. In
 * doubt no.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The low byte of an extended code is its primary one.
    return SQLITE_CODES.includes(error.errcode & 0xff);
  }
  if ('code' in error && typeof error.code === 'string') {
    return POSTGRES_CODES.test(error.code) || CONNECTION_CODES.includes(error.code);
  }
  return DRIVER_SENTENCES.test(error.message);
}
