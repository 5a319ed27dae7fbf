import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import fs, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { secretFromDataDir } from './keyring.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = join(makeTemporaryFolder(), 'data');
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('[V13.3.1] the generated secret is stored in a file, and only the owner can read this file and its folder', async () => {
  const secret = await secretFromDataDir(dataDir);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(await secretFromDataDir(dataDir)).toBe(secret);
  expect(statSync(join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('the secret file is written to disk before it gets its name, so a power cut leaves no empty file', async () => {
  const steps: string[] = [];
  const { link } = fs;
  const folder = await open(makeTemporaryFolder());
  const fileHandle = Object.getPrototypeOf(folder);
  const { sync } = fileHandle;
  await folder.close();
  vi.spyOn(fileHandle, 'sync').mockImplementation(async function (this: unknown) {
    await sync.call(this);
    steps.push('flush');
  });
  vi.spyOn(fs, 'link').mockImplementation(async (from, to) => {
    await link(from, to);
    steps.push('name');
  });
  syncBuiltinESMExports();
  await secretFromDataDir(dataDir);
  expect(steps).toEqual(['flush', 'name', 'flush']);
});

test('an existing secret file is only read, so the site can restart with a read-only data folder', async () => {
  const secret = await secretFromDataDir(dataDir);
  vi.spyOn(fs, 'open').mockRejectedValue(
    Object.assign(new Error('read-only file system'), { code: 'EROFS' }),
  );
  syncBuiltinESMExports();
  expect(await secretFromDataDir(dataDir)).toBe(secret);
});

test('processes that start at the same time all use the same generated secret', async () => {
  const [one, other] = await Promise.all([secretFromDataDir(dataDir), secretFromDataDir(dataDir)]);
  expect(one).toBe(other);
});

test.each([
  ['an empty file', ''],
  ['a file of 31 characters', 'x'.repeat(31)],
])('%s is refused as a secret, with an error that names the file', async (_, content) => {
  mkdirSync(dataDir, {});
  writeFileSync(join(dataDir, 'auth-secret'), content);
  await expect(secretFromDataDir(dataDir)).rejects.toThrow(
    /auth-secret holds \d+ characters, but .* at least 32/,
  );
});
