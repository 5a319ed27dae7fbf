import { RefusalError } from './http/refusal.ts';

/** What failed, and what to do, by the code of the system, of PostgreSQL (SQLSTATE) or of SQLite. */
const REASONS: readonly (readonly [code: RegExp, what: string, whatToDo: string])[] = [
  [
    /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/,
    'The database server cannot be reached',
    'Does it run, and is its address right?',
  ],
  [/^28/, 'PostgreSQL does not let this user in', 'Are the user and the password in the address right?'],
  [/^3D000$/, 'PostgreSQL has no such database', 'Create it first, or correct the address.'],
  [/^42501$/, 'PostgreSQL does not allow it', 'Give its user the right, or take another user.'],
  [
    /^(?:EACCES|EPERM|EROFS)$/,
    'This user may not do that',
    'Run it as the user that the site runs as, or choose another place.',
  ],
  [/^ENOENT$/, 'There is no such file', 'Name it by its whole path.'],
  [/^(?:ENOSPC|EDQUOT|SQLite 13)$/, 'There is no room left', 'Make room, or choose another place.'],
  [
    /^SQLite (?:8|14)$/,
    'The database cannot be opened for writing',
    'Run it as the user that the site runs as, and look at whom the folder and its files belong to.',
  ],
  [/^SQLite [56]$/, 'Another program holds the database', 'Try again in a moment.'],
  [
    /^SQLite 10$/,
    'The database file cannot be read or written',
    'Is there room left on the disk, and is the disk whole?',
  ],
  [/^SQLite (?:11|26)$/, 'The database file is damaged, or is none', 'Restore a backup.'],
];

/**
 * Explains an error to the operator: what failed, in brackets the system's own message, and what to do. The message of
 * an error without a known code is returned as it is, with its cause: most of those are sentences of ours.
 */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RefusalError) return error.body.message;
  const code = codeOf(error);
  const reason = REASONS.find(([pattern]) => pattern.test(code));
  // Node throws an empty message when it tried several addresses.
  if (reason !== undefined) return `${reason[1]} (${error.message || code}). ${reason[2]}`;
  return error.cause instanceof Error ? `${error.message} ${explainError(error.cause)}` : error.message;
}

function codeOf(error: Error): string {
  // The low byte of an extended code is its primary one.
  if ('errcode' in error && typeof error.errcode === 'number') return `SQLite ${error.errcode & 0xff}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
