import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
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

it.each<[string, () => void, boolean]>([
  ['a source file changed', () => put('web/page.ts', 'other'), true],
  ['a source file changed but kept its length', () => put('web/page.ts', 'hallo'), true],
  ['a source file was added', () => put('web/deep/new.ts', ''), true],
  ['a source file was removed', () => rmSync(join(root, 'web/page.ts')), true],
  ['a source file was renamed', () => renameSync(join(root, 'web/page.ts'), join(root, 'web/home.ts')), true],
  ['its output was deleted', () => rmSync(join(root, 'build/pages'), { recursive: true }), true],
  ['its output was truncated', () => put('build/pages/index.html', 'bu'), true],
  ['its record of source files is unreadable', () => put('build/stamps/pages.json', '{"inp'), true],
  ['nothing changed', () => {}, false],
  ['only the time of a source file changed', () => utimesSync(join(root, 'web/page.ts'), 1, 1), false],
  ['a test changed', () => put('web/page.test.ts', 'expect'), false],
  ['a hidden folder was added to its output', () => put('build/pages/.compiled/code', ''), false],
  ['a file that is no source of the build changed', () => put('server/main.ts', ''), false],
])('if %s after a build, the next start repeats the build: $2', async (_case, change, isRepeated) => {
  expect(await make()).toBe(true);
  change();
  expect(await make()).toBe(isRepeated);
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
