import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoneAtExit } from './leave-nothing.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Copies the project into a new repository: all files that git tracks or does not ignore, with links to this folder's packages.
 * The copy is deleted at exit.
 */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fork-'));
  undoneAtExit(() => rmSync(copy, { recursive: true, force: true }));
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  // Skips files that were deleted without a commit, which git still lists.
  for (const file of files) if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  linkPackages(copy);
  const git = (...words: string[]) => spawnSync('git', words, { cwd: copy });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '-m', 'copy');
  return copy;
}

/** Links each package separately, so that `npm` removes only a link when it uninstalls a package in the copy. */
function linkPackages(copy: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')];
  const link = (name: string) => symlinkSync(join(from, name), join(to, name));
  mkdirSync(to);
  for (const name of ['.bin', '.package-lock.json'])
    cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(from).filter((each) => !each.startsWith('.'))) {
    if (!name.startsWith('@')) link(name);
    else {
      mkdirSync(join(to, name));
      for (const scoped of readdirSync(join(from, name))) link(`${name}/${scoped}`);
    }
  }
}

/** The commands that check a copy of the project. */
export const CHECKS = {
  check: ['scripts/check.mjs'],
  build: ['scripts/build.mjs'],
  'unit tests': ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--reporter=dot'],
  'integration tests': ['node_modules/vitest/vitest.mjs', 'run', '--project=integration', '--reporter=dot'],
} as const;

/**
 * Runs a program in a copy and prints whether it succeeded. If it failed, also prints the failed tests or the end of its output,
 * and sets the exit code of this process to 1.
 */
export function check(copy: string, label: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 100 * 1024 * 1024,
  });
  const isWell = status === 0;
  const output = stdout + stderr;
  const failed = new Set(output.split('\n').filter((line) => line.includes(' FAIL ')));
  const reason = failed.size > 0 ? [...failed].join('\n') : output.slice(-6_000);
  if (!isWell) process.exitCode = 1;
  process.stdout.write(isWell ? `ok     ${label}\n` : `FAILED ${label}\n${reason}\n`);
  return isWell;
}
