import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

const REFUSED = 'connect ECONNREFUSED 127.0.0.1:1';
const READ_FOLDER = 'EISDIR: illegal operation on a directory, read';
const WRONG_PASSWORD = 'password authentication failed for user "site"';

test.each([
  [
    coded(REFUSED, 'ECONNREFUSED'),
    `The database server cannot be reached (${REFUSED}). Check that it runs and that its address is right.`,
  ],
  [
    coded(WRONG_PASSWORD, '28P01'),
    `PostgreSQL refused this user (${WRONG_PASSWORD}). Check the user and the password in the address.`,
  ],
  [coded(READ_FOLDER, 'EISDIR'), `This is a folder (${READ_FOLDER}). Give the name of a file.`],
])('the explanation of this error tells the operator what failed and what to do: %s', (error, told) => {
  expect(explainError(error)).toBe(told);
});

test('an error without a message, such as a refused connection, is explained by its code', () => {
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
