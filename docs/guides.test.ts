import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const NEEDED = [
  'contract',
  'content',
  'features',
  'server',
  'web',
  'e2e/fakes',
  'tsconfig.base.json',
  'package.json',
  'biome.json',
];

/** What `web/tsconfig.json` and `server/tsconfig.json` set, for both at once. */
const BROWSER_AND_SERVER = {
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'preserve',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: ['node', 'vite/client'],
};

/** A block of code of a guide, as somebody copies it. */
function snippetOf(guide: string, at = 0): string {
  const text = readFileSync(join(ROOT, `docs/guides/${guide}.md`), 'utf8');
  const [, indent = '', code] = [...text.matchAll(/^( *)```tsx?\n(.*?\n) *```$/gms)][at] ?? [];
  if (code === undefined) throw new Error(`docs/guides/${guide}.md has no block of code ${at}.`);
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** A copy of the project in which a guide can be followed. */
function openCopy() {
  const folder = makeTemporaryFolder();
  for (const name of NEEDED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const touched = new Set<string>();
  const write = (file: string, text: string) => {
    touched.add(file);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const edit = (file: string, from: string | RegExp, to: (found: string) => string) => {
    const before = readFileSync(join(folder, file), 'utf8');
    if (before.search(from) === -1) throw new Error(`${file} has no ${from}.`);
    write(file, before.replace(from, to));
  };
  const run = (program: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`node_modules/${program}`, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return status === 0 ? 'well' : stdout + stderr;
  };
  return {
    write,
    edit,
    /** Puts a snippet behind the line that opens a list or an object, indented as what stands there. */
    insert: (file: string, opening: RegExp, snippet: string) =>
      edit(file, opening, (line) => `${line}\n${snippet.trimEnd().replaceAll(/^(?=.)/gm, '  ')}`),
    /** Of these files and what they import: all of the project takes ten times as long. */
    types: () => {
      const compilerOptions = {
        ...BROWSER_AND_SERVER,
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
      };
      // The types that features add to are known only where their module is.
      const files = ['features/accounts/security-bodies.ts', ...touched];
      const config = { extends: './tsconfig.base.json', compilerOptions, files };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      return run('typescript/bin/tsc', '-p', '.', '--pretty', 'false');
    },
    lint: () => run('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...touched),
  };
}

test('what the guides say to write passes types and lint as it stands', { timeout: 60_000 }, () => {
  const copy = openCopy();
  copy.insert('content/pricing.ts', /^export const PLANS.* = \[$/m, snippetOf('add-a-plan'));
  copy.insert('content/team.ts', /^const MEMBERS.* = \[$/m, snippetOf('add-a-team-member'));
  copy.insert('content/products.ts', /^export const PRODUCTS.* = \[$/m, snippetOf('add-a-card'));

  const field = 'add-a-profile-field';
  copy.insert('contract/profile-fields.ts', /^export const PROFILE_FIELDS = \{$/m, snippetOf(field));
  copy.edit('content/profile.ts', /^ {2}fields: \{ /m, (line) => `${line}company: 'Company', `);
  copy.write('server/database/migrations/9999-company.ts', snippetOf(field, 1));

  const form = 'add-a-page-with-a-form';
  const definitions = 'features/forms/server/form-definitions.ts';
  copy.insert(
    'content/page-paths.ts',
    /^export const PAGES = \{$/m,
    "dinner: '/dinner',\ndinnerThanks: '/dinner-thanks',",
  );
  copy.write('content/dinner.ts', snippetOf(form));
  copy.edit(
    definitions,
    /^import \{ REQUESTS/m,
    (line) => `import { DINNER } from '#content/dinner.ts';\n${line}`,
  );
  copy.insert(definitions, /^export const FORM_DEFINITIONS.* = \[$/m, snippetOf(form, 1));
  copy.write('web/pages/dinner/dinner.tsx', snippetOf(form, 2));

  expect(copy.types()).toBe('well');
  expect(copy.lint()).toBe('well');
});

test('no text of the pages counts plans, posts or people in words that one more makes wrong', () => {
  const counted =
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:plans|posts|notes|people|members|kites|products)\b/i;
  const files = globSync('content/{,features/}*.ts', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => counted.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
