/**
 * @typedef {object} LockedPackage an entry of package-lock.json
 * @property {string} [version]
 * @property {string} [resolved] where npm found it; left out of our lock file, so that any registry's copy will do
 * @property {string} [integrity] hash of the archive
 * @property {string} [license] as the package names it, an SPDX expression
 * @property {boolean} [dev] only needed to build and test
 * @property {boolean} [link]
 * @property {boolean} [inBundle] comes inside another package, and is covered by its hash
 * @property {boolean} [hasInstallScript]
 */
/** @typedef {{ readonly lockfileVersion?: number, readonly packages: Readonly<Record<string, LockedPackage>> }} Lock */
/** @typedef {Readonly<Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Readonly<Record<string, string>>>>>} Manifest */

/** Licences that ask for no more than to be named, or for changes to their own files (MPL). */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
];

/** Packages that may bring a script to run when installed, though we run none (see install.mjs), and what it does. */
const WITH_INSTALL_SCRIPT = { '@tsparticles/engine': 'prints a request for donations' };

const FROM_REGISTRY = /^[~^]?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * What is wrong with the packages that the site is made of: one sentence each, none when all is well. Looks at what is
 * locked, not at what is installed; `npm ci` holds the second to the first.
 *
 * @param {Manifest} manifest package.json
 * @param {Lock} lock package-lock.json
 * @returns {string[]}
 */
export function problemsOfPackages(manifest, lock) {
  const problems = [];
  for (const kind of /** @type {const} */ (['dependencies', 'devDependencies', 'optionalDependencies'])) {
    for (const [name, wanted] of Object.entries(manifest[kind] ?? {})) {
      if (!FROM_REGISTRY.test(wanted))
        problems.push(`${name} is asked for as "${wanted}", not as a version.`);
    }
  }
  if (lock.lockfileVersion !== 3) problems.push('The lock file is not of version 3.');
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path !== '') problems.push(...problemsOf(path, locked));
  }
  return problems;
}

/**
 * @param {string} path
 * @param {LockedPackage} locked
 */
function problemsOf(path, locked) {
  const { version, resolved, integrity, license, dev, link, inBundle, hasInstallScript } = locked;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const problems = [];
  if (link || version === undefined) problems.push(`${name} is a folder, not a package of a registry.`);
  if (resolved !== undefined && !resolved.startsWith('https://'))
    problems.push(`${name} comes from ${resolved}, not from a registry over https.`);
  if (!inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    problems.push(`${name} is not held to a SHA-512 hash.`);
  if (hasInstallScript && !Object.hasOwn(WITH_INSTALL_SCRIPT, name))
    problems.push(`${name} brings a script that runs when it is installed.`);
  if (!dev && !isAllowed(license))
    problems.push(`${name} is under ${license ?? 'no licence'}, which nobody has allowed yet.`);
  return problems;
}

/** @param {string | undefined} license an SPDX expression, as simple as packages write them */
function isAllowed(license) {
  return (license ?? '')
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((either) => either.split(' AND ').every((each) => LICENCES.includes(each)));
}
