import { expect, test, vi } from 'vitest';
import { ConflictError, isDatabaseAway, retryOnConflict } from './errors.ts';

const conflicts = (times: number) => {
  let tried = 0;
  return async () => {
    if (tried++ < times) throw new ConflictError();
    return tried;
  };
};

test('each retry waits for a random time, so that two transactions that conflicted do not conflict again', async () => {
  const random = vi.fn(() => 0);
  expect(await retryOnConflict(conflicts(3), { random })).toBe(4);
  expect(random).toHaveBeenCalledTimes(3);
});

test('a conflict is retried until the fifth try fails, and any other error is thrown at once', async () => {
  const random = vi.fn(() => 0);
  await expect(retryOnConflict(conflicts(5), { random })).rejects.toThrow(ConflictError);
  expect(random).toHaveBeenCalledTimes(4);
  const fails = vi.fn(() => Promise.reject(new Error('the disk is full')));
  await expect(retryOnConflict(fails)).rejects.toThrow('the disk is full');
  expect(fails).toHaveBeenCalledTimes(1);
});

test.each([
  ['disk full', { code: '53100' }],
  ['shut down', { code: '57P01' }],
  ['connection lost', { code: '08006' }],
  ['read-only after a change of the main server', { code: '25006' }],
  ['this process stood still in a transaction', { code: '25P03' }],
  ['a statement that took too long', { code: '57014' }],
  ['nobody listens', { code: 'ECONNREFUSED' }],
  ['SQLite, disk full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
])('this error means that the database is not available: %s', (_, properties) => {
  expect(isDatabaseAway(Object.assign(new Error('trouble'), properties))).toBe(true);
});

test.each([
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
])('an error with the message %j means that the database is not available', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true);
});

test.each([
  ['a value that is there already', Object.assign(new Error('x'), { code: '23505' })],
  ['a wrong query', Object.assign(new Error('x'), { code: '42601' })],
  ['a constraint of SQLite', Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 2067 })],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['no error at all', 'Connection terminated unexpectedly'],
])('this error does not mean that the database is unavailable: %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
