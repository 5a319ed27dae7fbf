import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes to `build/release.json` the version and commit of the build. The server reads that file.
 *
 * @param {string} root has a folder `build`
 * @param {{ SITE_COMMIT?: string | undefined }} [env] `SITE_COMMIT` names the commit in an image, which has no repository
 */
export function writeRelease(root, { SITE_COMMIT } = process.env) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const release = { version, commit: SITE_COMMIT || commitOf(root) || 'unknown' };
  writeFileSync(join(root, 'build', 'release.json'), `${JSON.stringify(release)}\n`);
}

/** @param {string} root */
function commitOf(root) {
  // Without its own .git folder, git would describe a repository of a parent folder.
  if (!existsSync(join(root, '.git'))) return undefined;
  const git = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    cwd: root,
    encoding: 'utf8',
  });
  return git.stdout?.trim();
}
