import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureFresh } from './stale.mjs';

const build = { name: 'pages', inputs: ['web', 'package.json', 'not-there.ts'] };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stale test '));
  put('web/page.ts', 'hello');
  put('package.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const make = () => ensureFresh(root, build, async () => put('build/pages/index.html', 'built'));

it('an up-to-date build is not made again', async () => {
  expect(await make()).toBe(true);
  expect(await make()).toBe(false);
});

it.each<[string, () => void]>([
  ['an input changed', () => put('web/page.ts', 'other')],
  ['an input changed but not its length', () => put('web/page.ts', 'hallo')],
  ['an input was added', () => put('web/deep/new.ts', '')],
  ['an input was removed', () => rmSync(join(root, 'web/page.ts'))],
  ['a file moved', () => renameSync(join(root, 'web/page.ts'), join(root, 'web/home.ts'))],
  ['the output is gone', () => rmSync(join(root, 'build/pages'), { recursive: true })],
  ['the output was cut short', () => put('build/pages/index.html', 'bu')],
  ['the stamp is not readable', () => put('build/stamps/pages.json', '{"inp')],
])('a build is made again when %s', async (_case, change) => {
  await make();
  change();
  expect(await make()).toBe(true);
});

it.each<[string, () => void]>([
  ['only times changed', () => utimesSync(join(root, 'web/page.ts'), 1, 1)],
  ['a test changed', () => put('web/page.test.ts', 'expect')],
  ['something else changed', () => put('server/main.ts', '')],
])('a build is not made again when %s', async (_case, change) => {
  await make();
  change();
  expect(await make()).toBe(false);
});

it('a build that failed or was interrupted is made again, even if an older complete one exists', async () => {
  await make();
  put('web/page.ts', 'new');
  const cutOff = ensureFresh(root, build, async () => {
    put('build/pages/index.html', 'half');
    throw new Error('cut off');
  });
  await expect(cutOff).rejects.toThrow('cut off');
  put('web/page.ts', 'hello');
  expect(await make()).toBe(true);
});

it('a change during the build makes the next start build again', async () => {
  await ensureFresh(root, build, async () => {
    put('build/pages/index.html', 'built');
    put('web/page.ts', 'edited meanwhile');
  });
  expect(await make()).toBe(true);
});
