import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** They know every feature by name: nothing else of the core does. */
const LISTS = [
  'server/features.ts',
  'content/features.ts',
  'content/feature-data.ts',
  'web/feature-routes.ts',
];
/** Features that are always there: the others may import them. */
const CORE_FEATURES = ['accounts', 'forms'];

const FILES = globSync('{server,web,pages,contract,content,features}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (path) => !/\.(?:test|spec)\.tsx?$|\/testing\/|\/migrations\//.test(path),
);

/** Each import of a file of ours, types as well. */
const IMPORTS = FILES.flatMap((from) =>
  [...readFileSync(join(ROOT, from), 'utf8').matchAll(/(?:from|import\(?) ?'(?:#([^']+)|(\.[^']+))'/g)].map(
    ([, ours, near]) => ({ from, to: ours ?? normalize(join(dirname(from), near ?? '')) }),
  ),
);

const NAMES = globSync('features/*/', { cwd: ROOT }).map((path) => path.split('/')[1] ?? '');

/** The feature that a file belongs to; content is named after it, with or without a word more. */
function featureOf(path: string): string | undefined {
  const [, inFeature, inContent] = /^features\/([^/]+)\/|^content\/features\/([a-z-]+)\.ts$/.exec(path) ?? [];
  if (inContent === undefined) return inFeature;
  return NAMES.filter((name) => inContent === name || inContent.startsWith(`${name}-`)).at(-1) ?? inContent;
}

const side = (path: string) =>
  /^(?:features\/[^/]+\/)?server\//.test(path)
    ? 'server'
    : /^(?:(?:features\/[^/]+\/)?web|pages)\//.test(path)
      ? 'web'
      : 'both';

const found = (isWrong: (from: string, to: string) => boolean) =>
  [
    ...new Set(IMPORTS.filter(({ from, to }) => isWrong(from, to)).map(({ from, to }) => `${from} → ${to}`)),
  ].sort();

test('files of the server and of the browser import none of each other', () => {
  expect(IMPORTS.length).toBeGreaterThan(1_000);
  expect(
    found((from, to) => side(from) !== 'both' && side(to) !== 'both' && side(from) !== side(to)),
  ).toEqual([]);
});

test('content imports nothing else of ours, and contracts import content at most', () => {
  expect(found((from, to) => from.startsWith('content/') && !to.startsWith('content/'))).toEqual([]);
  expect(found((from, to) => from.startsWith('contract/') && /^(?:server|web|pages)\//.test(to))).toEqual([]);
});

test('the core imports no feature outside its lists', () => {
  const isCore = (path: string) => /^(?:server|contract)\//.test(path) && !LISTS.includes(path);
  expect(found((from, to) => isCore(from) && featureOf(to) !== undefined)).toEqual([]);
});

test('the browser side of the core imports no optional feature outside its list', () => {
  const isOptional = (path: string) => !['', ...CORE_FEATURES].includes(featureOf(path) ?? '');
  const isCore = (path: string) => side(path) === 'web' && !isOptional(path) && !LISTS.includes(path);
  expect(FILES.filter(isCore).length).toBeGreaterThan(200);
  expect(found((from, to) => isCore(from) && isOptional(to))).toEqual([]);
});

test('each place that a feature fills exists in the core', () => {
  const isCore = (path: string) => side(path) === 'web' && !/^features\/[^/]+\/web\/slots\//.test(path);
  const places = FILES.filter(isCore).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/'\/features\/\*\/web\/slots\/([^']+)'/g)].flatMap(
      ([, name = '']) => globSync(`features/*/web/slots/${name}`, { cwd: ROOT }),
    ),
  );
  expect(places.sort()).toEqual(globSync('features/*/web/slots/*', { cwd: ROOT }).sort());
});

test('a feature imports no other one but accounts and forms', () => {
  const isOther = (from: string, to: string) => {
    const [own, other] = [featureOf(from), featureOf(to)];
    return own !== undefined && other !== undefined && own !== other && !CORE_FEATURES.includes(other);
  };
  expect(found(isOther)).toEqual([]);
});

test('each export that is marked @public has a user, unless a feature was taken out', () => {
  const { without = [] } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const sources = FILES.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const);
  const marked = sources.flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /@public(?: \*\/|\n \*\/)\nexport (?:async )?(?:const|function\*?|type|interface) (\w+)/g,
      ),
    ].map(([, name = '']) => ({ file, name })),
  );
  expect(marked.length).toBeGreaterThan(20);
  const unused = marked.filter(
    ({ file, name }) =>
      !sources.some(([other, text]) => other !== file && new RegExp(`\\b${name}\\b`).test(text)),
  );
  if (without.length === 0) expect(unused).toEqual([]);
});
