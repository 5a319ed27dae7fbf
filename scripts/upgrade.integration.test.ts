import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findNode } from './bootstrap/install.mjs';

const folder = mkdtempSync(join(tmpdir(), 'upgrade-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [upstream, fork] = [join(folder, 'upstream'), join(folder, 'fork')];

function run(cwd: string, program: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

const git = (cwd: string, ...args: readonly string[]) => {
  const { status, said } = run(cwd, 'git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args);
  expect(status, said).toBe(0);
  return said.trim();
};

function commit(cwd: string, files: Readonly<Record<string, string>>) {
  mkdirSync(join(cwd, 'docs'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
  git(cwd, 'add', '--all');
  git(cwd, 'commit', '--quiet', '--message', 'change');
}

const upgrade = (cwd: string) => run(cwd, findNode(), join(import.meta.dirname, 'upgrade.ts'));

test('npm run upgrade refuses a folder that is not in git', () => {
  const said = 'This folder is not in git, or git is not installed.\n';
  expect(upgrade(folder)).toEqual({ status: 1, said });
});

test('npm run upgrade fails without a commit when git cannot write the merged files', () => {
  mkdirSync(upstream);
  git(upstream, 'init', '--quiet');
  commit(upstream, { 'package.json': '{}', 'a.txt': 'old' });
  git(folder, 'clone', '--quiet', '--origin', 'upstream', upstream, fork);
  commit(fork, { 'own.txt': 'own' });
  commit(upstream, { 'a.txt': 'new', 'docs/new.md': 'new' });
  git(upstream, 'tag', 'v1.0.0');
  // This filter fails where `.git` is a folder, so git cannot write `docs/` in the fork, but can in a temporary worktree.
  git(fork, 'config', 'filter.fails.smudge', 'test -f .git && cat');
  git(fork, 'config', 'filter.fails.required', 'true');
  writeFileSync(join(fork, '.git/info/attributes'), 'docs/* filter=fails\n');

  const said = expect.stringContaining('docs/new.md: smudge filter fails failed');
  expect(upgrade(fork)).toEqual({ status: 1, said });
  expect(git(fork, 'log', '--format=%s', 'HEAD', '^upstream/HEAD')).toBe('change');
  expect(run(fork, 'git', 'rev-parse', '--verify', 'MERGE_HEAD').status).not.toBe(0);
});
