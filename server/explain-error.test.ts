import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

test.each([
  [
    coded('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'),
    'The database server cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Check that it runs and that its address is right.',
  ],
  [
    coded("ENOENT: no such file or directory, open 'mail.txt'", 'ENOENT'),
    "There is no such file (ENOENT: no such file or directory, open 'mail.txt'). Give its full path.",
  ],
  [
    Object.assign(coded("ENOENT: no such file or directory, open '/srv/mail.txt'", 'ENOENT'), {
      path: '/srv/mail.txt',
    }),
    "There is no such file (ENOENT: no such file or directory, open '/srv/mail.txt').",
  ],
  [
    coded('database "site" does not exist', '3D000'),
    'PostgreSQL has no such database (database "site" does not exist). Create it first, or correct the address.',
  ],
  [
    coded('password authentication failed for user "site"', '28P01'),
    'PostgreSQL refused this user (password authentication failed for user "site"). Check the user and the password in the address.',
  ],
  [
    Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    'The disk is full (database or disk is full). Free some space, or choose another place.',
  ],
])('the explanation of this error tells the operator what failed and what to do: %s', (error, told) => {
  expect(explainError(error)).toBe(told);
});

test('an error without a message is explained by its code, for example a refused connection', () => {
  const error = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
  expect(explainError(error)).toContain('(ECONNREFUSED)');
});

test('the explanation of an error includes its cause', () => {
  const full = Object.assign(new Error('disk I/O error'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 10 | (3 << 8),
  });
  expect(explainError(new Error('The database could not be migrated.', { cause: full }))).toBe(
    'The database could not be migrated. The database file cannot be read or written (disk I/O error). Check that the disk is not full or damaged.',
  );
});
