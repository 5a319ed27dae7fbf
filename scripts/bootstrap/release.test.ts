import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { writeRelease } from './prepare.mjs';

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

function releaseOf(root: string, env: Parameters<typeof writeRelease>[1] = {}): unknown {
  writeRelease(root, env);
  return JSON.parse(readFileSync(join(root, 'build/release.json'), 'utf8'));
}

test('a build records the version and the git commit, with “-dirty” if files have changed since the commit', () => {
  const root = committed();
  const commit = git(root, 'rev-parse', '--short', 'HEAD');
  expect(releaseOf(root)).toEqual({ version: '1.2.3', commit });
  writeFileSync(join(root, 'package.json'), '{"version":"1.2.4"}');
  expect(releaseOf(root)).toEqual({ version: '1.2.4', commit: `${commit}-dirty` });
});

test('a build outside the site’s git repository records the commit of SITE_COMMIT, or “unknown”', () => {
  const inner = project(join(committed(), 'build', 'unpacked'));
  expect(releaseOf(inner)).toEqual({ version: '1.2.3', commit: 'unknown' });
  expect(releaseOf(inner, { SITE_COMMIT: 'abc1234' })).toEqual({ version: '1.2.3', commit: 'abc1234' });
});
