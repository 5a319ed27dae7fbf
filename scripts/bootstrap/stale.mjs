import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  const hash = createHash('sha256');
  // Time stamps are ignored, because a clone sets new ones.
  for (const file of inputs.flatMap((input) => filesIn(join(root, input)))) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  const digest = hash.digest('hex');
  const sizeOf = (/** @type {string} */ file) => [relative(root, file), statSync(file).size];
  const state = () => JSON.stringify([digest, ...filesIn(join(root, 'build', name)).map(sizeOf)]);
  const stamp = join(root, 'build', 'stamps', `${name}.json`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state()) return false;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state());
  return true;
}

/** @type {(path: string) => string[]} sorted; empty when there is nothing at `path` */
function filesIn(path) {
  if (NOT_BUILT.test(path.split(sep).join('/'))) return [];
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => filesIn(join(path, name)));
}
