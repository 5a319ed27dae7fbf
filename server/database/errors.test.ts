import { expect, test, vi } from 'vitest';
import { ConflictError, isDatabaseAway, retryOnConflict } from './errors.ts';

const conflicts = (times: number) => {
  let tried = 0;
  return async () => {
    if (tried++ < times) throw new ConflictError();
    return tried;
  };
};

test('a transaction that fails with a conflict is tried up to five times, with random pauses, and any other error is thrown at once', async () => {
  const random = vi.fn(() => 0);
  expect(await retryOnConflict(conflicts(4), { random })).toBe(5);
  // The waiting times are random, so that the transactions do not conflict again.
  expect(random).toHaveBeenCalledTimes(4);
  await expect(retryOnConflict(conflicts(5), { random })).rejects.toThrow(ConflictError);
  const fails = vi.fn(() => Promise.reject(new Error('the disk is full')));
  await expect(retryOnConflict(fails)).rejects.toThrow('the disk is full');
  expect(fails).toHaveBeenCalledTimes(1);
});

const coded = (properties: object) => Object.assign(new Error('trouble'), properties);

test.each([
  ['the disk is full', coded({ code: '53100' }), true],
  ['the database server is shutting down', coded({ code: '57P01' }), true],
  ['the connection was lost', coded({ code: '08006' }), true],
  ['the database is read-only after a change of the primary server', coded({ code: '25006' }), true],
  ['the process was idle for too long in a transaction', coded({ code: '25P03' }), true],
  ['a statement that took too long', coded({ code: '57014' }), true],
  ['nothing listens at the address of the database', coded({ code: 'ECONNREFUSED' }), true],
  ['the disk of SQLite is full', coded({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), true],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), true],
  ['no answer in time', new Error('Query read timeout'), true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
  ['a duplicate value in a unique column', coded({ code: '23505' }), false],
  ['a syntax error in a query', coded({ code: '42601' }), false],
  ['a violated constraint of SQLite', coded({ code: 'ERR_SQLITE_ERROR', errcode: 2067 }), false],
  ['an error in our own code', new TypeError('x is not a function'), false],
  ['a thrown text that is no error object', 'Connection terminated unexpectedly', false],
])('the database counts as unavailable ($2) after this error: $0', (_, error, isAway) => {
  expect(isDatabaseAway(error)).toBe(isAway);
});
