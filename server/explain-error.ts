import { isAbsolute } from 'node:path';
import { errorCode, messageOf } from './database/errors.ts';
import { RefusalError } from './http/refusal.ts';

const WHOLE_PATH = 'Give its full path.';

/** For each error code (`errorCode`): what failed, and what the operator should do. */
const REASONS: readonly (readonly [code: RegExp, what: string, whatToDo: string])[] = [
  [
    /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/,
    'The database server cannot be reached',
    'Check that it runs and that its address is right.',
  ],
  [/^28/, 'PostgreSQL refused this user', 'Check the user and the password in the address.'],
  [/^3D000$/, 'PostgreSQL has no such database', 'Create it first, or correct the address.'],
  [/^42501$/, 'The PostgreSQL user lacks a right', 'Grant the user the right, or use another user.'],
  [
    /^(?:EACCES|EPERM|EROFS)$/,
    'This user does not have the permission',
    'Run the command as the user of the site, or choose another folder.',
  ],
  [/^EISDIR$/, 'This is a folder', 'Give the name of a file.'],
  [/^ENOENT$/, 'There is no such file', WHOLE_PATH],
  [/^(?:ENOSPC|EDQUOT|SQLite 13)$/, 'The disk is full', 'Free some space, or choose another place.'],
  [
    /^SQLite (?:8|14)$/,
    'The database cannot be opened for writing',
    'Run the command as the user of the site, and check the owner of the folder and its files.',
  ],
  [/^SQLite [56]$/, 'Another program has locked the database', 'Try again in a moment.'],
  [
    /^SQLite 10$/,
    'The database file cannot be read or written',
    'Check that the disk is not full or damaged.',
  ],
  [/^SQLite (?:11|26)$/, 'The database file is damaged, or not a database', 'Restore a backup.'],
];

/**
 * What failed, the system’s message in brackets, and what to do. Without a known code, the messages of the error and its causes.
 */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RefusalError) return error.body.message;
  const code = errorCode(error);
  const reason = REASONS.find(([pattern]) => pattern.test(code));
  if (reason !== undefined) {
    const [, what, whatToDo] = reason;
    const said = `${what} (${messageOf(error)}).`;
    return whatToDo === WHOLE_PATH && hasWholePath(error) ? said : `${said} ${whatToDo}`;
  }
  return error.cause instanceof Error ? `${error.message} ${explainError(error.cause)}` : error.message;
}

function hasWholePath(error: Error): boolean {
  return 'path' in error && typeof error.path === 'string' && isAbsolute(error.path);
}
