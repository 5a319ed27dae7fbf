import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Notes in `build/release.json` which version and commit a folder was built from. The server reads it.
 *
 * @param {string} root has a folder `build`
 * @param {{ SITE_COMMIT?: string | undefined }} [env] `SITE_COMMIT` names the commit where no repository does: in an image
 */
export function writeRelease(root, { SITE_COMMIT } = process.env) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const release = { version, commit: SITE_COMMIT || commitOf(root) || 'unknown' };
  writeFileSync(join(root, 'build', 'release.json'), `${JSON.stringify(release)}\n`);
}

/** @param {string} root */
function commitOf(root) {
  // git would answer for a repository further up.
  if (!existsSync(join(root, '.git'))) return undefined;
  const git = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    cwd: root,
    encoding: 'utf8',
  });
  return git.stdout?.trim();
}
