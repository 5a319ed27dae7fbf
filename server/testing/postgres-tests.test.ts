import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { POSTGRES_TESTS } from './postgres-tests.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEST_FILES = globSync('server/**/*.integration.test.ts', { cwd: ROOT });

test('every file on the list of tests for PostgreSQL is a test', () => {
  expect(POSTGRES_TESTS.filter((file) => !TEST_FILES.includes(file))).toEqual([]);
});

test('every test that behaves otherwise on PostgreSQL is on the list', () => {
  const asks = (file: string) =>
    readFileSync(join(ROOT, file), 'utf8').includes('process.env.TEST_DATABASE_URL');
  expect(TEST_FILES.filter((file) => asks(file) && !POSTGRES_TESTS.includes(file))).toEqual([]);
});
