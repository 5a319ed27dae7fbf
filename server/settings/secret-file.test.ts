import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { secretFromDataDir } from './secret-file.ts';

const { flushed, readOnly } = vi.hoisted(() => ({ flushed: [] as string[], readOnly: { is: false } }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const refuse = () => {
    throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
  };
  return {
    ...fs,
    writeFileSync: (file: string, text: string, options?: { flush?: boolean }) => {
      if (readOnly.is) refuse();
      if (options?.flush === true) flushed.push('file');
      fs.writeFileSync(file, text, options);
    },
    linkSync: (from: string, to: string) => {
      fs.linkSync(from, to);
      flushed.push('link');
    },
    fsyncSync: (descriptor: number) => {
      fs.fsyncSync(descriptor);
      flushed.push('folder');
    },
    mkdirSync: (folder: string, options: object) => (readOnly.is ? refuse() : fs.mkdirSync(folder, options)),
  };
});

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-'));
  dataDir = join(folder, 'data');
  flushed.length = 0;
});
afterEach(() => {
  readOnly.is = false;
  rmSync(folder, { recursive: true });
});

test('the generated secret is kept, and file and folder are readable by their owner only', () => {
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
  readOnly.is = true;
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
