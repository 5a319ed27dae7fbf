import { isAbsolute } from 'node:path';
import { errorCode } from './database/errors.ts';
import { RefusalError } from './http/refusal.ts';

const WHOLE_PATH = 'Name it by its whole path.';

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
  [/^ENOENT$/, 'There is no such file', WHOLE_PATH],
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
  const code = errorCode(error);
  const reason = REASONS.find(([pattern]) => pattern.test(code));
  // Node throws an empty message when it tried several addresses.
  if (reason !== undefined) {
    const [, what, whatToDo] = reason;
    const said = `${what} (${error.message || code}).`;
    return whatToDo === WHOLE_PATH && hasWholePath(error) ? said : `${said} ${whatToDo}`;
  }
  return error.cause instanceof Error ? `${error.message} ${explainError(error.cause)}` : error.message;
}

function hasWholePath(error: Error): boolean {
  return 'path' in error && typeof error.path === 'string' && isAbsolute(error.path);
}
