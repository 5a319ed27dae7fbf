import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { editsOf, FOLLOWED } from '../bench/support/follow-guide.ts';

const ROOT = join(import.meta.dirname, '..');
const NEEDED = [
  ...['contract', 'content', 'features', 'pages', 'server', 'web', 'e2e/fakes', 'docs/settings.md'],
  ...['tsconfig.base.json', 'package.json', 'biome.json'],
];

/** TypeScript knows what these modules add to types, such as the cookies, only if they are compiled as well. */
const DECLARING = [
  'features/accounts/security-bodies.ts',
  'server/testing/drop-test-schemas.ts',
  'server/app.ts',
];

/** The compiler options of `web/tsconfig.json` and `server/tsconfig.json` together. */
const BROWSER_AND_SERVER = {
  lib: ['es2025', 'esnext.collection', 'esnext.temporal', 'esnext.typedarrays', 'dom', 'dom.iterable'],
  module: 'preserve',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: ['node', 'vite/client'],
};

test('the code in the guides passes the type check and the linter, and a guide can be followed twice without harm', {
  timeout: 180_000,
}, () => {
  const copy = makeTemporaryFolder();
  for (const name of NEEDED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const edits = editsOf(copy);
  const { touched } = edits;
  const follow = () => {
    for (const guide of Object.values(FOLLOWED)) guide(edits);
  };
  const texts = () => [...touched].map((file) => readFileSync(join(copy, file), 'utf8'));
  const run = (program: string, ...args: readonly string[]) => {
    const all = [join('node_modules', program), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd: copy, encoding: 'utf8' });
    return status === 0 ? 'well' : stdout + stderr;
  };

  follow();
  // Checks the types of the changed files and their imports only: the whole project would take ten times as long.
  const noOutput = { composite: false, emitDeclarationOnly: false, noEmit: true };
  const files = [...DECLARING, ...[...touched].filter((file) => /\.tsx?$/.test(file))];
  const compilerOptions = { ...BROWSER_AND_SERVER, ...noOutput };
  const config = { extends: './tsconfig.base.json', compilerOptions, files };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
  expect(run('typescript/bin/tsc', '-p', '.', '--pretty', 'false')).toBe('well');
  expect(run('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...touched)).toBe('well');
  const first = texts();
  follow();
  expect(texts()).toEqual(first);
});

test('a test follows each guide named add-… step by step, unless the guide is listed as one that no program can follow', () => {
  const inWords = ['add-a-table', 'add-a-provider', 'add-an-error'];
  const guides = globSync('docs/guides/add-*.md', { cwd: ROOT }).map((file) => basename(file, '.md'));
  expect([...Object.keys(FOLLOWED), ...inWords].sort()).toEqual(guides.sort());
});

test('no page states the number of plans, posts or people, because it would soon be wrong', () => {
  const counted =
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:plans|posts|notes|people|members|kites|products)\b/i;
  const files = globSync('content/{,features/}*.ts', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(20);
  // Skips the feature lists of the plans, because they contain other counts, such as “for four people”.
  const ofPlans = /\bfeatures: \[[^\]]*\]|\bhighlightFeature: .*/g;
  const wordsOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').replaceAll(ofPlans, '');
  expect(files.filter((file) => counted.test(wordsOf(file)))).toEqual([]);
});
