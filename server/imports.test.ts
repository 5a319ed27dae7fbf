import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** The only files of the core that know all features by name. */
const LISTS = [
  'server/features.ts',
  'content/features.ts',
  'content/feature-data.ts',
  'web/feature-routes.ts',
];
/** Features that other features may import, because they are always present. */
const CORE_FEATURES = ['accounts', 'forms'];

const FILES = globSync('{server,web,pages,contract,content,features}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (path) => !/\.(?:test|spec)\.tsx?$|\/testing\/|\/migrations\//.test(path),
);

/** Imports of types are included, although they load nothing at runtime. */
const IMPORT = /(?:^(?:import|export)( type)?\b[^';=]*?|import\()'(?:#([^']+)|(\.[^']+))'/gm;
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const IMPORTS = FILES.flatMap((from) =>
  [...textOf(from).matchAll(IMPORT)].map(([, type, ours, near = '']) => ({
    ...{ from, to: ours ?? normalize(join(dirname(from), near)), isType: type !== undefined },
  })),
);

const NAMES = globSync('features/*/', { cwd: ROOT }).map((path) => path.split('/')[1] ?? '');

/** The name of a content file is the name of its feature, or starts with that name. */
function featureOf(path: string): string | undefined {
  const [, inFeature, inContent] = /^features\/([^/]+)\/|^content\/features\/([a-z-]+)\.ts$/.exec(path) ?? [];
  if (inContent === undefined) return inFeature;
  return NAMES.filter((name) => inContent === name || inContent.startsWith(`${name}-`)).at(-1) ?? inContent;
}

const isOfServer = (path: string) => /^(?:features\/[^/]+\/)?server\//.test(path);
const isOfBrowser = (path: string) => /^(?:(?:features\/[^/]+\/)?web|pages)\//.test(path);

const found = (isWrong: (from: string, to: string) => boolean) =>
  IMPORTS.flatMap(({ from, to }) => (isWrong(from, to) ? `${from} → ${to}` : []));

test('server files import no browser files, and browser files import no server files', () => {
  expect(IMPORTS.length).toBeGreaterThan(1_000);
  expect(found((from, to) => isOfServer(from) && isOfBrowser(to))).toEqual([]);
  expect(found((from, to) => isOfBrowser(from) && isOfServer(to))).toEqual([]);
});

test('content files import only content, and contract files import nothing of the server or the browser', () => {
  expect(found((from, to) => from.startsWith('content/') && !to.startsWith('content/'))).toEqual([]);
  expect(found((from, to) => from.startsWith('contract/') && /^(?:server|web|pages)\//.test(to))).toEqual([]);
});

test('the core of the server imports no feature, except in the files that list the features', () => {
  const isCore = (path: string) => /^(?:server|contract)\//.test(path) && !LISTS.includes(path);
  expect(found((from, to) => isCore(from) && featureOf(to) !== undefined)).toEqual([]);
});

test('the core of the browser side imports no optional feature, except in the files that list the features', () => {
  const isOptional = (path: string) => !['', ...CORE_FEATURES].includes(featureOf(path) ?? '');
  const isCore = (path: string) => isOfBrowser(path) && !isOptional(path) && !LISTS.includes(path);
  expect(FILES.filter(isCore).length).toBeGreaterThan(100);
  expect(found((from, to) => isCore(from) && isOptional(to))).toEqual([]);
});

test('each file in a feature’s slots/ folder is loaded by a slot that the browser core defines', () => {
  const isCore = (path: string) => isOfBrowser(path) && !/^features\/[^/]+\/web\/slots\//.test(path);
  const places = FILES.filter(isCore).flatMap((path) =>
    [...textOf(path).matchAll(/'\/features\/\*\/web\/slots\/([^']+)'/g)].map(([, name]) => name),
  );
  const filled = places.flatMap((name) => globSync(`features/*/web/slots/${name}`, { cwd: ROOT }));
  expect(filled.sort()).toEqual(globSync('features/*/web/slots/*', { cwd: ROOT }).sort());
});

test('a feature imports no other feature except accounts and forms', () => {
  const isOther = (from: string, to: string) => {
    const [own, other] = [featureOf(from), featureOf(to)];
    return own !== undefined && other !== undefined && own !== other && !CORE_FEATURES.includes(other);
  };
  expect(found(isOther)).toEqual([]);
});

test('each export marked @public is used by another file, unless an optional feature was removed', () => {
  const { without = [] } = JSON.parse(textOf('package.json'));
  const sources = FILES.map((file) => [file, textOf(file)] as const);
  const PUBLIC = /@public(?: \*\/|\n \*\/)\nexport (?:async )?(?:const|function\*?|type|interface) (\w+)/g;
  const marked = sources.flatMap(([file, text]) =>
    [...text.matchAll(PUBLIC)].map(([, name = '']) => ({ file, name, used: new RegExp(`\\b${name}\\b`) })),
  );
  expect(marked.length).toBeGreaterThan(20);
  const unused = marked.filter(
    ({ file, used }) => !sources.some(([other, text]) => other !== file && used.test(text)),
  );
  if (without.length === 0) expect(unused).toEqual([]);
});

test.each(['server', 'web'])('the folders in %s/ have no circular imports', (room) => {
  const folderOf = (path: string) => path.split('/', 2).at(1) ?? '';
  const inRoom = IMPORTS.filter(({ from, to }) => [from, to].every((path) => path.startsWith(`${room}/`)));
  const imports = Map.groupBy(
    inRoom.filter(({ from, to, isType }) => !isType && folderOf(from) !== folderOf(to)),
    ({ from }) => folderOf(from),
  );
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imports.get(from)?.map(({ to }) => folderOf(to)) ?? [])
      if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect(imports.size).toBeGreaterThan(5);
  expect([...imports.keys()].filter((folder) => reached(folder).has(folder))).toEqual([]);
});

test('every integration test file that reads TEST_DATABASE_URL is named *.postgres.test.ts', () => {
  const others = globSync('{server,features}/**/*.integration.test.ts', { cwd: ROOT });
  expect(others.length).toBeGreaterThan(30);
  expect(others.filter((file) => textOf(file).includes('process.env.TEST_DATABASE_URL'))).toEqual([]);
});
