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
