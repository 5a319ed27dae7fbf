import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { writeRelease } from './prepare.mjs';

const FROM_GIT = {};

function project(folder = makeTemporaryFolder()): string {
  mkdirSync(join(folder, 'build'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
  writeFileSync(join(folder, '.gitignore'), 'build/');
  return folder;
}

function git(root: string, ...args: readonly string[]): string {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8' }).trim();
}

function committed(): string {
  const root = project();
  git(root, 'init', '--quiet');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message', 'all');
  return root;
}

function releaseOf(root: string, env: Parameters<typeof writeRelease>[1] = FROM_GIT): unknown {
  writeRelease(root, env);
  return JSON.parse(readFileSync(join(root, 'build/release.json'), 'utf8'));
}

test('a build records its version and its git commit', () => {
  const root = committed();
  expect(releaseOf(root)).toEqual({ version: '1.2.3', commit: git(root, 'rev-parse', '--short', 'HEAD') });
});

test('a build of files changed since the last commit is marked as “-dirty”', () => {
  const root = committed();
  writeFileSync(join(root, 'package.json'), '{"version":"1.2.4"}');
  expect(releaseOf(root)).toEqual({ version: '1.2.4', commit: expect.stringMatching(/^[0-9a-f]+-dirty$/) });
});

test('a build outside a repository records no commit, even inside another project’s repository', () => {
  const inner = project(join(committed(), 'build', 'unpacked'));
  expect(releaseOf(inner)).toEqual({ version: '1.2.3', commit: 'unknown' });
});

test('a build of a container image records the commit given in SITE_COMMIT', () => {
  expect(releaseOf(project(), { SITE_COMMIT: 'abc1234' })).toEqual({ version: '1.2.3', commit: 'abc1234' });
});
