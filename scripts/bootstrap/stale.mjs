import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * @typedef {object} Build
 * @property {string} name
 * @property {readonly string[]} inputs files and folders, relative to the root; one that does not exist is no error
 * @property {string} output file or folder, relative to the root
 */

/** Files that no build uses: a change in them rebuilds nothing. */
const NOT_BUILT = /\.test\.tsx?$|(^|\/)(node_modules|\.[^/]+)$|\.tsbuildinfo$/;

/**
 * One hash over the names and contents of all inputs. Time stamps are ignored, because a clone sets new ones.
 *
 * @param {string} root
 * @param {readonly string[]} inputs
 */
export function hashOf(root, inputs) {
  const hash = createHash('sha256');
  for (const input of [...inputs].sort()) {
    for (const file of filesIn(join(root, input))) {
      const content = readFileSync(file);
      hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * True if the output was built completely from exactly the present inputs.
 *
 * @param {string} root
 * @param {Build} build
 */
export function isFresh(root, build) {
  try {
    const stamp = JSON.parse(readFileSync(stampFile(root, build), 'utf8'));
    return (
      stamp.inputs === hashOf(root, build.inputs) &&
      stamp.files.length > 0 &&
      stamp.files.every(
        (/** @type {[string, number]} */ [path, size]) => statSync(join(root, path)).size === size,
      )
    );
  } catch {
    return false;
  }
}

/**
 * Builds if the output is outdated. The stamp is deleted before the build and written after it, so that an interrupted build
 * does not count. Inputs are hashed before the build, so a change during the build makes the next start build again.
 *
 * @param {string} root
 * @param {Build} build
 * @param {() => Promise<void>} work throws when it fails
 * @returns {Promise<boolean>} whether it had to build
 */
export async function ensureFresh(root, build, work) {
  if (isFresh(root, build)) return false;
  const inputs = hashOf(root, build.inputs);
  const stamp = stampFile(root, build);
  rmSync(stamp, { force: true });
  await work();
  const output = join(root, build.output);
  const files = filesIn(output).map((file) => [relative(root, file), statSync(file).size]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(`${stamp}.${process.pid}`, JSON.stringify({ inputs, files }));
  renameSync(`${stamp}.${process.pid}`, stamp);
  return true;
}

/**
 * @param {string} root
 * @param {Build} build
 */
function stampFile(root, build) {
  return join(root, 'build', 'stamps', `${build.name}.json`);
}

/**
 * @param {string} path
 * @returns {string[]} sorted; empty when there is nothing at `path`
 */
function filesIn(path) {
  if (NOT_BUILT.test(path.split(sep).join('/'))) return [];
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
