import { expect, test, vi } from 'vitest';
import { ConflictError, isDatabaseAway, retryOnConflict } from './errors.ts';

const conflicts = (times: number) => {
  let tried = 0;
  return async () => {
    if (tried++ < times) throw new ConflictError();
    return tried;
  };
};

test('a transaction that conflicted is retried after a random time, so that it does not conflict again', async () => {
  const random = vi.fn(() => 0);
  expect(await retryOnConflict(conflicts(3), { random })).toBe(4);
  expect(random).toHaveBeenCalledTimes(3);
});

test('a transaction that conflicts is tried five times at most; any other error is thrown at once', async () => {
  const random = vi.fn(() => 0);
  await expect(retryOnConflict(conflicts(5), { random })).rejects.toThrow(ConflictError);
  expect(random).toHaveBeenCalledTimes(4);
  const fails = vi.fn(() => Promise.reject(new Error('the disk is full')));
  await expect(retryOnConflict(fails)).rejects.toThrow('the disk is full');
  expect(fails).toHaveBeenCalledTimes(1);
});

test.each([
  ['the disk is full', { code: '53100' }],
  ['the database server is shutting down', { code: '57P01' }],
  ['the connection was lost', { code: '08006' }],
  ['the database is read-only after a change of the primary server', { code: '25006' }],
  ['the process was idle for too long in a transaction', { code: '25P03' }],
  ['a statement that took too long', { code: '57014' }],
  ['nothing listens at the address of the database', { code: 'ECONNREFUSED' }],
  ['the disk of SQLite is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
])('this error counts as an unavailable database: %s', (_, properties) => {
  expect(isDatabaseAway(Object.assign(new Error('trouble'), properties))).toBe(true);
});

test.each([
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
])('an error with the message %j counts as an unavailable database', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true);
});

test.each([
  ['a duplicate value in a unique column', Object.assign(new Error('x'), { code: '23505' })],
  ['a syntax error in a query', Object.assign(new Error('x'), { code: '42601' })],
  [
    'a violated constraint of SQLite',
    Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 2067 }),
  ],
  ['an error in our own code', new TypeError('x is not a function')],
  ['a thrown text that is no error object', 'Connection terminated unexpectedly'],
])('this error does not count as an unavailable database: %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
