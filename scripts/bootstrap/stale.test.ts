import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { ensureFresh } from './stale.mjs';

const build = { name: 'pages', inputs: ['web', 'package.json', 'not-there.ts'] };
let root: string;

beforeEach(() => {
  root = join(makeTemporaryFolder(), 'with a space');
  put('web/page.ts', 'hello');
  put('package.json', '{}');
});

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const make = () => ensureFresh(root, build, async () => put('build/pages/index.html', 'built'));

it('an up-to-date build is not repeated', async () => {
  expect(await make()).toBe(true);
  expect(await make()).toBe(false);
});

it.each<[string, () => void]>([
  ['a source file changed', () => put('web/page.ts', 'other')],
  ['a source file changed but kept its length', () => put('web/page.ts', 'hallo')],
  ['a source file was added', () => put('web/deep/new.ts', '')],
  ['a source file was removed', () => rmSync(join(root, 'web/page.ts'))],
  ['a source file was renamed', () => renameSync(join(root, 'web/page.ts'), join(root, 'web/home.ts'))],
  ['its output was deleted', () => rmSync(join(root, 'build/pages'), { recursive: true })],
  ['its output was truncated', () => put('build/pages/index.html', 'bu')],
  ['its record of source files is unreadable', () => put('build/stamps/pages.json', '{"inp')],
])('a build is repeated when %s', async (_case, change) => {
  await make();
  change();
  expect(await make()).toBe(true);
});

it.each<[string, () => void]>([
  ['only the time of a source file changed', () => utimesSync(join(root, 'web/page.ts'), 1, 1)],
  ['a test changed', () => put('web/page.test.ts', 'expect')],
  ['a hidden folder was added to its output', () => put('build/pages/.compiled/code', '')],
  ['a file that is no source of the build changed', () => put('server/main.ts', '')],
])('a build is not repeated when %s', async (_case, change) => {
  await make();
  change();
  expect(await make()).toBe(false);
});

it('a build that failed or was interrupted is repeated, even if an older complete build exists', async () => {
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

it('a source file that changes during a build causes another build at the next start', async () => {
  await ensureFresh(root, build, async () => {
    put('build/pages/index.html', 'built');
    put('web/page.ts', 'edited meanwhile');
  });
  expect(await make()).toBe(true);
});
