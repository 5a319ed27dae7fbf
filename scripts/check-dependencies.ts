import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type LockedPackage = {
  readonly version?: string;
  /** The download address; left out of our lock file, so that any registry works. */
  readonly resolved?: string;
  readonly integrity?: string;
  /** The package's licence as an SPDX expression. */
  readonly license?: string;
  /** True for packages that only the build and the tests need. */
  readonly dev?: boolean;
  readonly link?: boolean;
  /** True for a package bundled inside another one, whose hash covers both. */
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
};
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
type Manifest = { readonly [kind in (typeof KINDS)[number]]?: Readonly<Record<string, string>> };
type Lock = {
  readonly lockfileVersion?: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

/** Allowed licences: they require only to name the authors or, with MPL, to publish changes to the licensed files. */
const LICENCES =
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 MPL-2.0 Unlicense'.split(
    ' ',
  );

const FROM_REGISTRY = /^[~^]?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Problems of the locked packages, one sentence each. Checks the lock file, which `npm ci` installs exactly. */
export function problemsOfPackages(manifest: Manifest, lock: Lock): string[] {
  const asked = KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
  return [
    ...asked
      .filter(([, wanted]) => !FROM_REGISTRY.test(wanted))
      .map(([name, wanted]) => `${name} is asked for as "${wanted}", not as a version.`),
    ...(lock.lockfileVersion === 3 ? [] : ['The lock file is not of version 3.']),
    ...Object.entries(lock.packages).flatMap(([path, locked]) =>
      path === '' ? [] : problemsOf(path, locked),
    ),
  ];
}

function problemsOf(path: string, locked: LockedPackage): string[] {
  const { version, resolved, integrity, license, dev, link, inBundle, hasInstallScript } = locked;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const problems: Record<string, boolean> = {
    'is a folder, not a package of a registry': link === true || version === undefined,
    [`comes from ${resolved}, not from a registry over https`]: resolved?.startsWith('https://') === false,
    'is not held to a SHA-512 hash': !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    'brings a script that runs when it is installed': hasInstallScript === true,
    [`is under ${license ?? 'no licence'}, which nobody has allowed yet`]: !dev && !isAllowed(license),
  };
  return Object.keys(problems)
    .filter((problem) => problems[problem])
    .map((problem) => `${name} ${problem}.`);
}

/** True if a simple SPDX expression allows one of the accepted licences. */
function isAllowed(license = ''): boolean {
  return license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((either) => either.split(' AND ').every((each) => LICENCES.includes(each)));
}

/** Runs as a part of `npm run check`, without network access. */
if (import.meta.main) {
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));
  const problems = problemsOfPackages(read('package.json'), read('package-lock.json'));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
