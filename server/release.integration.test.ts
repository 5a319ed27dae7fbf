import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeRelease, readRelease } from './release.ts';
import { openTestApp } from './testing/test-app.ts';
import { createTestOperator } from './testing/test-operator.ts';

const ROOT = join(import.meta.dirname, '..');
const app = await openTestApp();

test('the built server and the operator program print their version and commit with --version', async () => {
  const said = { code: 0, out: `${describeRelease(readRelease())}\n` };
  expect(await createTestOperator(app).run('--version')).toMatchObject(said);
  const server = execFileSync(process.execPath, ['build/server/main.mjs', '--version'], { cwd: ROOT });
  expect(server.toString()).toBe(said.out);
});
