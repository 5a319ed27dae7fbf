import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('every integration test file that reads TEST_DATABASE_URL is named *.postgres.test.ts', () => {
  const others = globSync('{server,features}/**/*.integration.test.ts', { cwd: ROOT });
  expect(others.length).toBeGreaterThan(30);
  expect(
    others.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('process.env.TEST_DATABASE_URL')),
  ).toEqual([]);
});
