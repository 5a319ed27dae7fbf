import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '#server/private-file.ts';

/**
 * Puts the secret of a backup in the place of the site's own. Returns the name under which the old one is kept, if
 * there was another.
 */
export async function restoreSecret(
  from: string,
  dataDir: string,
  suffix: string,
): Promise<string | undefined> {
  const own = join(dataDir, 'auth-secret');
  const aside = `${own}${suffix}`;
  const secret = await readFile(from, 'utf8');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isThere = existsSync(own);
  if (isThere && (await readFile(own, 'utf8')) === secret) return undefined;
  if (isThere) await copyFile(own, aside);
  await writePrivateFile(own, (file) => file.writeFile(secret), { replace: true });
  return isThere ? aside : undefined;
}
