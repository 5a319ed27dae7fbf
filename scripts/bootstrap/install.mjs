import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { Explained, ROOT, say } from './say.mjs';

/**
 * @typedef {string | readonly string[]} Names npm writes a list with one entry as a plain string
 * @typedef {{ version?: string, optional?: boolean, os?: Names, cpu?: Names, libc?: Names }} Locked a package in a lock file
 * @typedef {{ packages: Record<string, Locked> }} LockFile
 * @typedef {{ platform: string, arch: string, libc?: 'glibc' | 'musl' | undefined }} Machine
 */

/**
 * The reason why packages must be installed; undefined if the installed packages are the locked ones. npm writes its
 * record of installed packages last, so an interrupted installation has no record.
 *
 * @param {LockFile} locked package-lock.json
 * @param {LockFile | undefined} installed node_modules/.package-lock.json
 * @param {Machine | undefined} machine the machine whose optional packages are needed; if undefined, none are needed
 */
export function whyInstall(locked, installed, machine) {
  if (installed === undefined) return 'nothing is installed yet';
  for (const [path, entry] of Object.entries(locked.packages)) {
    const present = installed.packages[path];
    // Skips the project itself, whose path is empty: npm's record does not contain it.
    if (path === '' || (!present && entry.optional && !isFor(entry, machine))) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!present) return `${name} is missing`;
    if (present.version !== entry.version) return `${name} is ${present.version}, should be ${entry.version}`;
  }
  return undefined;
}

/** @type {(entry: Locked, machine: Machine | undefined) => boolean} */
function isFor({ os, cpu, libc }, machine) {
  if (machine === undefined) return false;
  const hasLibc = libc === undefined || [libc].flat().includes(String(machine.libc));
  return hasLibc && [os].flat().includes(machine.platform) && [cpu].flat().includes(machine.arch);
}

/**
 * Installs the locked packages if they are not installed. Throws `Explained` when that fails.
 *
 * @param {{ besideSite?: boolean }} [options] `besideSite`: throws instead of replacing packages that a running program uses
 */
export async function ensureInstalled({ besideSite = false } = {}) {
  const locked = readJson('package-lock.json');
  if (locked === undefined)
    throw new Explained('package-lock.json is missing or unreadable: git restore package-lock.json');
  const installed = () => readJson('node_modules/.package-lock.json');
  const machine = { platform: process.platform, arch: process.arch, libc: libcHere() };
  const mayReplace = !besideSite || installed() === undefined;
  // If nothing may be replaced, missing optional packages are no reason to stop, because npm may be unable to get them.
  const reason = whyInstall(locked, installed(), mayReplace ? machine : undefined);
  if (reason === undefined) return;
  const different = `The installed packages are not those of this version (${reason}). Run npm ci first.`;
  if (!mayReplace) throw new Explained(different);
  say(`Installing packages (${reason}) …`);
  await install(process.execPath);
  // npm silently leaves out optional packages that need a newer Node than the one that runs npm, and some of these packages build
  // the site. The first installation brings a newer Node, so npm runs again in a copy of that Node. A copy is needed, because npm
  // begins by deleting node_modules.
  const left = whyInstall(locked, installed(), machine);
  if (left === undefined) return;
  say(`Installing packages again, in the Node that came with them (${left}) …`);
  const original = findNode();
  const copy = fileURLToPath(new URL(`build/node-for-npm/${basename(original)}`, ROOT));
  cpSync(original, copy);
  await install(copy);
  rmSync(dirname(copy), { recursive: true, force: true });
}

/** @param {string} node the Node to run npm in */
async function install(node) {
  // Development packages build the site, so they are installed with NODE_ENV=production too. The engine check is off, because
  // npm may run in an older Node, but the packages run in the installed one. No package needs an install script.
  const options =
    '--include=dev --include=optional --engine-strict=false --ignore-scripts --no-audit --no-fund --loglevel=error';
  const [program, ...first] = npmIn(node);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  const { code, output } = await run(program, [...first, 'ci', ...options.split(' ')], { env });
  if (code === 0) return;
  const failed = `The packages could not be installed (npm ci ended with ${code}, see above).`;
  throw new Explained(`${output.trim()}\n\n${failed}`);
}

/** @type {(node: string) => readonly [string, ...string[]]} the program and the first arguments that run npm in this Node */
export function npmIn(node) {
  const cli = process.env.npm_execpath ?? '';
  // On Windows, npm is found only by the path in `npm_execpath`, which other package managers set to their own program.
  return basename(cli) === 'npm-cli.js' ? [node, cli] : ['npm'];
}

/** The oldest Node with built-in argon2, SQLite and TypeScript. */
const OLDEST = '24.7';

/**
 * The path of the Node that runs everything except the bootstrap: the Node of the installed package, otherwise the current
 * Node if it is new enough. Throws `Explained` if there is none. Call after `ensureInstalled`.
 */
export function findNode() {
  const { platform, arch, versions } = process;
  const system = { win32: 'win', darwin: arch === 'arm64' ? 'bin-darwin' : 'darwin' }[String(platform)];
  const program = platform === 'win32' ? 'node.exe' : 'node';
  const packaged = new URL(`node_modules/node-${system ?? platform}-${arch}/bin/${program}`, ROOT);
  const isMusl = libcHere() === 'musl';
  // The packaged Node is used only with glibc, which Alpine Linux, for example, lacks.
  if (existsSync(packaged) && !isMusl) return fileURLToPath(packaged);
  if (versions.node.localeCompare(OLDEST, 'en', { numeric: true }) >= 0) return process.execPath;
  throw new Explained(
    `There is no packaged Node for ${platform} ${arch}${isMusl ? ' with musl' : ''}, and this Node (${versions.node}) ` +
      `is older than ${OLDEST}.\nInstall a newer one and run the command again.`,
  );
}

/** @returns {Machine['libc']} the C library of this machine; undefined outside Linux */
function libcHere() {
  if (process.platform !== 'linux') return undefined;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport());
  return report?.header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/** @type {(path: string) => LockFile | undefined} */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
  } catch {
    return undefined;
  }
}
