import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Puts the secret of a backup where the site looks for its own. The one that is there keeps its content under another
 * name, which is answered; undefined when there was none, or the same.
 */
export async function takeSecret(from: string, dataDir: string, stamp: string): Promise<string | undefined> {
  const own = join(dataDir, 'auth-secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isThere = existsSync(own);
  if (isThere && (await readFile(own, 'utf8')) === (await readFile(from, 'utf8'))) return undefined;
  const aside = `${own}.before-${stamp}`;
  const fresh = `${own}.${process.pid}`;
  try {
    await copyFile(from, fresh, constants.COPYFILE_EXCL);
    await chmod(fresh, 0o600);
    if (isThere) await copyFile(own, aside, constants.COPYFILE_EXCL);
    await rename(fresh, own);
  } finally {
    await rm(fresh, { force: true });
  }
  return isThere ? aside : undefined;
}
