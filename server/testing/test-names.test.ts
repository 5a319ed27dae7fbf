import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('every test that behaves otherwise on PostgreSQL is named *.postgres.test.ts', () => {
  const others = globSync('{server,features}/**/*.integration.test.ts', { cwd: ROOT });
  expect(others.length).toBeGreaterThan(30);
  expect(
    others.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('process.env.TEST_DATABASE_URL')),
  ).toEqual([]);
});
