import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { undoneAtExit } from './leave-nothing.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the files that git knows or would take, with the packages of this folder. It is removed at the end. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fork-'));
  undoneAtExit(() => rmSync(copy, { recursive: true, force: true }));
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  // A file that was removed and not committed is still listed.
  for (const file of files) if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The programs that tell whether a copy is green. */
export const CHECKS = {
  types: ['node_modules/typescript/bin/tsc', '-b'],
  'unused code': ['node_modules/knip/bin/knip.js'],
  build: ['scripts/build.mjs'],
  'unit tests': ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--reporter=dot'],
  'integration tests': ['node_modules/vitest/vitest.mjs', 'run', '--project=integration', '--reporter=dot'],
  journeys: ['node_modules/@playwright/test/cli.js', 'test'],
} as const;

/** Runs a program in a copy and prints whether it ended well, with the tests that failed or the end of its output. */
export function check(copy: string, name: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 100 * 1024 * 1024,
  });
  const output = `${stdout}${stderr}`;
  const failed = output.split('\n').filter((line) => line.includes(' FAIL '));
  return report(status === 0, name, failed.length > 0 ? failed.join('\n') : output.slice(-6_000));
}

/** Prints how a check ended, and what was wrong; then this process ends with 1. */
export function report(isWell: boolean, name: string, wrong: string): boolean {
  if (!isWell) process.exitCode = 1;
  process.stdout.write(isWell ? `ok     ${name}\n` : `FAILED ${name}\n${wrong}\n`);
  return isWell;
}
