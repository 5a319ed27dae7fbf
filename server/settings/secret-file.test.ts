import fs, { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { secretFromDataDir } from './keyring.ts';

const flushed: string[] = [];
let isReadOnly = false;
let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
  dataDir = join(folder, 'data');
  flushed.length = 0;
  isReadOnly = false;
  const { writeFileSync: write, linkSync: link, fsyncSync: flush, mkdirSync: make } = fs;
  const writing = () => {
    if (isReadOnly) throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
  };
  vi.spyOn(fs, 'writeFileSync').mockImplementation((file, text, options) => {
    writing();
    // Node itself calls `fsyncSync` in there.
    write(file, text, options);
    if (typeof options === 'object' && options?.flush === true) flushed.splice(0, 1, 'file');
  });
  vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
    link(from, to);
    flushed.push('link');
  });
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    flush(descriptor);
    flushed.push('folder');
  });
  vi.spyOn(fs, 'mkdirSync').mockImplementation((path, options) => {
    writing();
    return make(path, options);
  });
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('[V13.3.1] the generated secret is kept, and file and folder are readable by their owner only', () => {
  const secret = secretFromDataDir(dataDir);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(secretFromDataDir(dataDir)).toBe(secret);
  expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('the file is flushed before it gets its name and the folder after it, so that a power cut leaves no empty file', () => {
  secretFromDataDir(dataDir);
  expect(flushed).toEqual(['file', 'link', 'folder']);
});

test('an existing secret is only read, so a read-only data folder does not stop a restart', () => {
  const secret = secretFromDataDir(dataDir);
  isReadOnly = true;
  expect(secretFromDataDir(dataDir)).toBe(secret);
});

test.each([
  ['an empty file', ''],
  ['a file of one character', 'x'],
  ['a file of 31 characters', 'x'.repeat(31)],
])('%s is refused by name', (_, content) => {
  mkdirSync(dataDir, {});
  writeFileSync(join(dataDir, 'auth-secret'), content);
  expect(() => secretFromDataDir(dataDir)).toThrow(/auth-secret holds \d+ characters, but .* at least 32/);
});
