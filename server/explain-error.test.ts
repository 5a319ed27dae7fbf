import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

test.each([
  [
    coded('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'),
    'The database server cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Check that it runs and that its address is right.',
  ],
  // The error of a refused connection may have no message.
  [
    Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
    'The database server cannot be reached (ECONNREFUSED). Check that it runs and that its address is right.',
  ],
  [
    coded('password authentication failed for user "site"', '28P01'),
    'PostgreSQL refused this user (password authentication failed for user "site"). Check the user and the password in the address.',
  ],
  [
    coded('EISDIR: illegal operation on a directory, read', 'EISDIR'),
    'This is a folder (EISDIR: illegal operation on a directory, read). Give the name of a file.',
  ],
  [
    new Error('The database could not be migrated.', {
      cause: Object.assign(coded('disk I/O error', 'ERR_SQLITE_ERROR'), { errcode: 10 | (3 << 8) }),
    }),
    'The database could not be migrated. The database file cannot be read or written (disk I/O error). Check that the disk is not full or damaged.',
  ],
])('the explanation of this error tells the operator what failed and what to do: %s', (error, told) => {
  expect(explainError(error)).toBe(told);
});
