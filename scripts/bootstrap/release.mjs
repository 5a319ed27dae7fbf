import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes to `build/release.json` the version and commit of the build. The server reads that file. `SITE_COMMIT` names the
 * commit in an image, which has no repository.
 */
export function writeRelease(/** @type {string} */ root, { SITE_COMMIT } = process.env) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const describe = ['describe', '--always', '--dirty', '--exclude=*'];
  // Without its own .git folder, git would describe a repository of a parent folder.
  const isOurs = !SITE_COMMIT && existsSync(join(root, '.git'));
  const found = isOurs ? spawnSync('git', describe, { cwd: root, encoding: 'utf8' }).stdout?.trim() : '';
  const commit = SITE_COMMIT || found || 'unknown';
  writeFileSync(join(root, 'build', 'release.json'), `${JSON.stringify({ version, commit })}\n`);
}
