import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'auth-secret';

/**
 * The secret of a site on SQLite whose operator set none: 48 random bytes, made on the first start and kept in
 * `dataDir`, readable by the owner only, as is the folder when it is made here. Throws when the folder cannot be written.
 */
export function secretFromDataDir(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, FILE);
  const fresh = `${file}.${process.pid}`;
  // Written whole under another name first, then linked: two starts at once, or a crash, never leave half a secret.
  writeFileSync(fresh, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(file, 'utf8');
}
