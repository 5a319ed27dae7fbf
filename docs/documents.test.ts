import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FEATURES } from '#server/features.ts';
import { settingNames } from '#server/settings/settings.ts';

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

/** Paths that are only generated or only used as examples, so that no clone has them. */
const NOT_IN_A_CLONE = /^(build|data)\/|NNNN|\b(?:dinner|guest-book)\b/;

/** Returns the words in backquotes that look like paths: they contain a slash, or a file ending that the project uses. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, quoted]) => quoted ?? '')
    .filter(
      (quoted) =>
        /^[a-z.][\w./-]*(\/|\.(ts|tsx|mjs|json|md|png)|\/[\w.-]+\.(yaml|service))$/i.test(quoted) &&
        !NOT_IN_A_CLONE.test(quoted),
    );
}

function commandsIn(text: string): string[] {
  return [...text.matchAll(/npm (?:run ([a-z-]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? '');
}

const DOCUMENTS = globSync(['{AGENTS,README}.md', '{bench,deploy}/README.md', 'docs/{,guides/}*.md'], {
  cwd: ROOT,
});

it('the documents name only file paths that exist', () => {
  // In a guide about one folder, a bare file name means a file in the root folder, or beside a file named earlier in the guide.
  const named = DOCUMENTS.flatMap((file) => pathsIn(read(file)).map((path) => [file, path] as const));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(([, path]) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});

it('the documents name only npm commands that exist', () => {
  const named = DOCUMENTS.flatMap((file) => commandsIn(read(file)).map((name) => [file, name] as const));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, name]) => !(name in scripts))).toEqual([]);
});

it('each npm script of package.json runs a program that exists', () => {
  const programs = Object.values(scripts).flatMap((script) =>
    script.split(' ').filter((word) => word.includes('/')),
  );
  expect(programs.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});

it('docs/product.md states the budgets of .size-limit.ts', () => {
  const budgets = read('.size-limit.ts');
  const sizeOf = (name: string) => new RegExp(`^ +'?${name}'?: '([\\d.]+) kB'`, 'm').exec(budgets)?.[1];
  expect(read('docs/product.md').replaceAll(/\s+/g, ' ')).toContain(
    `scripts ${sizeOf('script')} kB (home page ${sizeOf('/')}), style ${sizeOf('style')} kB, ` +
      `on other pages ${sizeOf('pagesStyle')} kB more, fonts ${sizeOf('fonts')} kB; ` +
      `the HTML document of \`/\` ${sizeOf('homeDocument')} kB.`,
  );
});

it('CHANGELOG.md begins with the version number of package.json', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(/^## \[(.+?)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

it('docs/settings.md describes every setting, and no setting that does not exist', () => {
  const rows = read('docs/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...settingNames(FEATURES)].sort());
});

/** All files that may cite a decision record, except the changelog, which may cite old ones. */
const FILES = globSync(
  ['*.{md,ts}', '{bench,content,contract,deploy,docs,e2e,features,generate,pages,scripts,server,web}/**/*'],
  { cwd: ROOT, exclude: ['CHANGELOG.md', 'server/testing/releases'], withFileTypes: true },
)
  .filter((entry) => entry.isFile() && !/\.(avif|gz|ico|otf|png|webp|woff2?)$/.test(entry.name))
  .map(({ parentPath, name }) => `${parentPath}/${name}`);

/** Returns the texts that a pattern's groups match in `FILES`, each with the path of its file. */
const matchesIn = (pattern: RegExp) =>
  FILES.flatMap((path) => {
    // Joins lines first, because a comment may break within a citation.
    const text = readFileSync(path, 'utf8').replace(/\n\s*(?:\*|\/\/) ?/g, ' ');
    return [...text.matchAll(pattern)].map(([, ...groups]) => ({ path, found: groups.find(Boolean) ?? '' }));
  });

it('every decision record that code or documents cite exists', () => {
  const records = readdirSync(new URL('docs/decisions/', ROOT));
  const exists = (named: string) => records.some((name) => name === named || name.startsWith(`${named}-`));
  const cited = matchesIn(/\b(0\d{3}-[a-z0-9-]+\.md)|(?:records?|decisions?)[ /](0\d{3})\b|\((0\d{3})\)/g);
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ found }) => !exists(found))).toEqual([]);
});

it('[V2.1.3] docs/product.md states each rate limit with the same numbers as the code', () => {
  const spans = new Map([
    [60, 'a minute'],
    [600, '10 minutes'],
    [3600, 'an hour'],
    [86400, 'a day'],
  ]);
  const rows = [...read('docs/product.md').matchAll(/^\| `(\w+)` \| ([\d,]+) \| ([^|]+) \| [^|]+ \|$/gm)];
  const told = rows.map(([, name, tries, span]) => [name, tries, span]);
  const limits = globSync('features/*/server/*.ts', { cwd: ROOT }).flatMap((path) => [
    ...read(path).matchAll(/^ {2}(\w+): \{ points: ([\d_]+), seconds: ([\d_]+)(?: \* ([\d_]+))?/gm),
  ]);
  const number = (digits = '1') => Number(digits.replaceAll('_', ''));
  const expected = limits.map(([, name, points, seconds, times]) => [
    name,
    number(points).toLocaleString('en'),
    spans.get(number(seconds) * number(times)),
  ]);
  expect(expected.length).toBeGreaterThan(10);
  expect(told.toSorted()).toEqual(expected.toSorted());
});

it('docs/product.md has each heading that code or documents cite', () => {
  const headings = [...read('docs/product.md').matchAll(/^###? (.+)$/gm)].map(([, words]) => words);
  const cited = matchesIn(/docs\/product\.md`?, ["“]([^"”]+)["”]/g);
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ found }) => !headings.includes(found))).toEqual([]);
});
