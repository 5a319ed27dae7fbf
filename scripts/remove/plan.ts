import { dirname, join, normalize } from 'node:path/posix';
import type { FeatureContent } from '#content/features.ts';
import { type FeatureData, featureDataOf } from '#server/database/drop-feature.ts';
import type { Feature } from '#server/feature.ts';
import { FEATURES } from '#server/features.ts';
import { read, trackedFiles } from './files.ts';
import { pruneTests } from './prune-tests.ts';

/** Files that list all features, with one or two lines for each. */
export const LISTS: readonly string[] = [
  'server/features.ts',
  'content/features.ts',
  'content/feature-data.ts',
  'web/feature-routes.ts',
];

/** Stylesheets that import the styles of features, one line each. */
export const STYLES: readonly string[] = ['web/styles/app.css', 'web/styles/pages.css'];

export const OPTIONAL_FEATURES: readonly Feature[] = FEATURES.filter(({ isCore }) => isCore !== true);

/** Returns the names that are not names of optional features. */
export function unknownFeatures(names: readonly string[]): readonly string[] {
  return names.filter((name) => !OPTIONAL_FEATURES.some((feature) => feature.name === name));
}

/**
 * The plan of a removal, made before anything is changed. No other code imports a removed file:
 * `server/imports.test.ts` checks that only tests and the lists import a feature.
 */
export type Removal = {
  readonly features: readonly Feature[];
  /** The features that stay in the project. */
  readonly left: readonly Feature[];
  /** Files to delete: those in the features' own folders, and those that nothing else imports. */
  readonly files: readonly string[];
  /** New texts of other test files, without the cases that use a removed feature; undefined for a file with no test left. */
  readonly tests: ReadonlyMap<string, string | undefined>;
  /** The data that each feature stores. The migration that removes the feature deletes these data. */
  readonly keptBy: Readonly<Record<string, FeatureData>>;
  readonly packages: readonly string[];
};

/** Plans the removal of these features. Reads files, and changes nothing. */
export function planRemoval(
  all: readonly Feature[],
  content: readonly FeatureContent[],
  names: readonly string[],
): Removal {
  const features = all.filter(({ name }) => names.includes(name));
  const left = all.filter(({ name }) => !names.includes(name));
  const tracked = trackedFiles();
  const own = new Set(tracked.filter((file) => names.some((name) => isOf(file, name))));
  const imports = new Map(
    tracked.filter((file) => CODE.test(file)).map((file) => [file, importsOf(file)] as const),
  );
  const first = withOnlyTheirs(own, imports);
  const tests = testsWithout(new Set(first), imports, features);
  const isGone = (file: string) => first.includes(file) || (tests.has(file) && tests.get(file) === undefined);
  const usersOf = (file: string) =>
    [...imports].flatMap(([by, imported]) => (imported.includes(file) ? by : []));
  // True for a fake server that is used only by deleted files and by tests that are deleted because they became empty.
  const isUselessFake = (file: string) =>
    file.startsWith('e2e/fakes/') && usersOf(file).length > 0 && usersOf(file).every(isGone);
  const files = [...first, ...[...imports.keys()].filter((file) => !isGone(file) && isUselessFake(file))];
  const isLeft = (file: string) => !files.includes(file) && !isGone(file);
  const texts = tracked.filter((file) => CODE.test(file) && isLeft(file)).map(read);
  const keptBy = Object.fromEntries(
    features.map((feature) => {
      const mails = content.find(({ name }) => name === feature.name)?.mails;
      return [feature.name, featureDataOf(feature, mails)] as const;
    }),
  );
  return {
    features,
    left,
    files,
    tests,
    keptBy,
    packages: features
      .flatMap(({ packages = [] }) => packages)
      .filter((name) => !texts.some((text) => importsPackage(text, name))),
  };
}

/** Remaining features that need one of several other features, none of which remains. */
export function lackingWhatTheyNeed(left: readonly Feature[]): readonly Feature[] {
  const names = left.map(({ name }) => name);
  return left.filter(
    ({ needsOneOf }) => needsOneOf !== undefined && !needsOneOf.some((one) => names.includes(one)),
  );
}

const CODE = /\.(?:ts|tsx|mjs|js)$/;

/** True for files of a feature: its own folder, its words (`content/features/<name>*.ts`) and its benchmark. */
function isOf(file: string, name: string): boolean {
  const words = `content/features/${name}`;
  const alone = [`${words}.ts`, `bench/${name}.ts`];
  return file.startsWith(`features/${name}/`) || file.startsWith(`${words}-`) || alone.includes(file);
}

function importsOf(file: string): readonly string[] {
  const found = read(file).matchAll(/(?:from|import\(?|module) ?'(?:#([^']+)|(\.[^']+))'/g);
  return [...found].map(([, ours, near = '']) => ours ?? normalize(join(dirname(file), near)));
}

const importsPackage = (text: string, name: string) =>
  new RegExp(`(?:from|import\\(?) ?'${name.replace('@types/', '')}['/]`).test(text);

/** Unit tests, browser tests, and the helpers that only tests use. */
const TEST_SIDE =
  /^(?:server|features|contract|content|scripts|generate|e2e)\/(?:.*\.(?:test|spec)\.ts$|(?:.*\/)?testing\/)|^e2e\/(?:support|pictures)\//;
const SHARED_BY_TESTS = /\/testing\/|^e2e\/support\//;

type Imports = ReadonlyMap<string, readonly string[]>;

/** The new texts of tests that use removed code; other tests are not parsed. */
function testsWithout(
  own: ReadonlySet<string>,
  imports: Imports,
  features: readonly Feature[],
): Removal['tests'] {
  const tables = features.flatMap(({ tables: all = {} }) => Object.keys(all));
  const columns = features.flatMap(({ columns: all = {} }) =>
    Object.values(all).flatMap(({ shown, withheld }) => [...shown, ...withheld]),
  );
  const settings = features.flatMap(({ settings: part }) => part?.names ?? []);
  const names = [
    ...tables.flatMap((table) => [`'${table}'`, `(?:from|into|update|join) ${table}\\b`]),
    ...columns.map((name) => `'${name}'`),
    ...settings.map((name) => `\\b${name}\\b`),
  ];
  const isTest = (file: string) => TEST_SIDE.test(file) && !own.has(file);
  const texts = (wanted: (file: string) => boolean) =>
    new Map([...imports.keys()].filter(wanted).map((file) => [file, read(file)] as const));
  return pruneTests(
    texts(isTest),
    {
      files: texts((file) => own.has(file)),
      named: names.length > 0 ? new RegExp(names.join('|')) : undefined,
    },
    (file) => SHARED_BY_TESTS.test(file),
    texts((file) => !isTest(file) && !own.has(file)),
  );
}

/** Returns the files to delete, and the files that only these files and tests import. */
function withOnlyTheirs(own: ReadonlySet<string>, imports: Imports): readonly string[] {
  const going = new Set(own);
  const isGoing = (file: string) => going.has(file) || TEST_SIDE.test(file);
  for (let before = -1; before !== going.size; ) {
    before = going.size;
    const theirs = new Set([...going].flatMap((file) => imports.get(file) ?? []));
    for (const file of theirs)
      if (SHARED_CODE.test(file) && !isGoing(file) && imports.has(file))
        if (![...imports].some(([by, imported]) => !isGoing(by) && imported.includes(file))) going.add(file);
  }
  return [...going];
}
const SHARED_CODE = /^(?:server|contract|features|web|e2e\/fakes)\//;
