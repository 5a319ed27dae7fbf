import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Files that no build uses: a change in them rebuilds nothing. */
const NOT_BUILT = /\.test\.tsx?$|(^|\/)(node_modules|\.[^/]+)$|\.tsbuildinfo$/;

/**
 * Builds unless the output was built completely from exactly the present inputs. A stamp file is deleted before the
 * build and written after it, so that an interrupted build does not count. Inputs are hashed before the build, so a change
 * during the build makes the next start build again.
 *
 * @param {string} root
 * @param {{ name: string, inputs: readonly string[] }} build `inputs`: files and folders of the root, which may be missing; the output is
 *   the folder `build/<name>`
 * @param {() => Promise<void>} work throws when it fails
 * @returns {Promise<boolean>} whether it had to build
 */
export async function ensureFresh(root, { name, inputs }, work) {
  const stamp = join(root, 'build', 'stamps', `${name}.json`);
  const hash = hashOf(root, inputs);
  if (isFresh(root, stamp, hash)) return false;
  rmSync(stamp, { force: true });
  await work();
  const files = filesIn(join(root, 'build', name)).map((file) => [relative(root, file), statSync(file).size]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, JSON.stringify({ hash, files }));
  return true;
}

/**
 * @param {string} root
 * @param {string} stamp
 * @param {string} hash
 */
function isFresh(root, stamp, hash) {
  try {
    const last = JSON.parse(readFileSync(stamp, 'utf8'));
    /** @type {[string, number][]} */
    const files = last.files;
    return last.hash === hash && files.every(([path, size]) => statSync(join(root, path)).size === size);
  } catch {
    return false;
  }
}

/**
 * One hash over the names and contents of all inputs. Time stamps are ignored, because a clone sets new ones.
 *
 * @param {string} root
 * @param {readonly string[]} inputs
 */
function hashOf(root, inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesIn(join(root, input)))) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
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
