import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { editsOf, FOLLOWED } from '../bench/support/follow-guide.ts';

const ROOT = join(import.meta.dirname, '..');
const NEEDED = [
  ...['contract', 'content', 'features', 'pages', 'server', 'web', 'e2e/fakes', 'docs/settings.md'],
  ...['tsconfig.base.json', 'package.json', 'biome.json'],
];

/** The compiler options of `web/tsconfig.json` and `server/tsconfig.json` together. */
const BROWSER_AND_SERVER = {
  lib: ['es2025', 'esnext.collection', 'esnext.temporal', 'esnext.typedarrays', 'dom', 'dom.iterable'],
  module: 'preserve',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: ['node', 'vite/client'],
};

/** A copy of the project in which a guide can be followed. */
function openCopy() {
  const folder = makeTemporaryFolder();
  for (const name of NEEDED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const edits = editsOf(folder);
  const { touched } = edits;
  const run = (program: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`node_modules/${program}`, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return status === 0 ? 'well' : stdout + stderr;
  };
  return {
    edits,
    /** Checks the types of the changed files and their imports only: the whole project would take ten times as long. */
    types: () => {
      const noOutput = { composite: false, emitDeclarationOnly: false, noEmit: true };
      const compilerOptions = { ...BROWSER_AND_SERVER, ...noOutput };
      // TypeScript knows what a module adds to a type only if that module is compiled as well.
      const sources = [...touched].filter((file) => /\.tsx?$/.test(file));
      const files = [
        'features/accounts/security-bodies.ts',
        'server/testing/drop-test-schemas.ts',
        // Included because it declares the types of cookies.
        'server/app.ts',
        ...sources,
      ];
      const config = { extends: './tsconfig.base.json', compilerOptions, files };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      return run('typescript/bin/tsc', '-p', '.', '--pretty', 'false');
    },
    texts: () => [...touched].map((file) => readFileSync(join(folder, file), 'utf8')),
    lint: () => run('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...touched),
  };
}

test('the code in the guides passes the type check and the linter, and following a guide a second time changes nothing', {
  timeout: 180_000,
}, () => {
  const copy = openCopy();
  const follow = () => {
    for (const guide of Object.values(FOLLOWED)) guide(copy.edits);
  };
  follow();
  expect(copy.types()).toBe('well');
  expect(copy.lint()).toBe('well');
  const first = copy.texts();
  // Follows the guide a second time in the same project.
  follow();
  expect(copy.texts()).toEqual(first);
});

test('each guide named add-… is followed step by step in a test, or listed as one that no program can follow', () => {
  const inWords = ['add-a-table', 'add-a-provider', 'add-an-error'];
  const guides = globSync('docs/guides/add-*.md', { cwd: ROOT }).map((file) => basename(file, '.md'));
  expect([...Object.keys(FOLLOWED), ...inWords].sort()).toEqual(guides.sort());
});

test('no text on the pages states how many plans, posts or people there are, because each new one would make the number wrong', () => {
  const counted =
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:plans|posts|notes|people|members|kites|products)\b/i;
  const files = globSync('content/{,features/}*.ts', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(20);
  // Skips the feature lists of the plans, because they contain other counts, such as “for four people”.
  const ofPlans = /\bfeatures: \[[^\]]*\]|\bhighlightFeature: .*/g;
  const wordsOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').replaceAll(ofPlans, '');
  expect(files.filter((file) => counted.test(wordsOf(file)))).toEqual([]);
});
