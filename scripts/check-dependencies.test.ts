import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemsOfPackages } from './check-dependencies.ts';

const integrity = `sha512-${'a'.repeat(86)}==`;
const GOOD = { version: '1.0.0', integrity, license: 'MIT' };
const problemsOf = (entry: object, wanted = '^1.0.0') =>
  problemsOfPackages(
    { dependencies: { one: wanted } },
    { lockfileVersion: 3, packages: { '': {}, 'node_modules/one': { ...GOOD, ...entry } } },
  );

test('[V15.1.2] the check of dependencies finds no problem in package-lock.json', () => {
  const read = (name: string) => JSON.parse(readFileSync(name, 'utf8'));
  expect(problemsOfPackages(read('package.json'), read('package-lock.json'))).toEqual([]);
});

test.each([
  ['with an integrity hash and an allowed licence', {}],
  ['under one of two licences', { license: '(GPL-3.0 OR MIT)' }],
  ['bundled inside another package', { integrity: undefined, inBundle: true }],
  ['used for development only, under any licence', { license: 'CC-BY-4.0', dev: true }],
  ['from a registry', { resolved: 'https://registry.example/one-1.0.0.tgz' }],
])('the check of dependencies accepts a package %s', (_, entry) => expect(problemsOf(entry)).toEqual([]));

test.each([
  [{ resolved: 'git+ssh://git@github.com/a/one.git#abc' }, 'one comes from git+ssh://'],
  [{ link: true }, 'one is a folder'],
  [{ integrity: undefined }, 'one is not held to'],
  [{ hasInstallScript: true }, 'one brings a script'],
  [{ license: 'AGPL-3.0-only' }, 'one is under AGPL-3.0-only'],
  [{ license: 'MIT AND GPL-2.0-only' }, 'one is under MIT AND GPL-2.0-only'],
  [{ license: undefined }, 'one is under no licence'],
])(
  'the check of dependencies refuses a package with %j, and the error begins with “%s”',
  (entry, sentence) => {
    const problems = problemsOf(entry);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.startsWith(sentence)).toBe(true);
  },
);

test.each(['github:a/one', 'a/one', 'https://example.com/one.tgz', 'file:../one', 'latest', '*', '>=1'])(
  'the check of dependencies refuses %j in package.json, because it is not a version',
  (wanted) => expect(problemsOf({}, wanted)).toEqual([`one is asked for as "${wanted}", not as a version.`]),
);
