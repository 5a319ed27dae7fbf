import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentMadeOnce } from './made-once.ts';

const FILE = 'auth-secret';

/**
 * The secret of a site on SQLite whose operator set none: 48 random bytes, made on the first start and kept in
 * `dataDir`, readable by the owner only, as is the folder when it is made here. Throws when the folder cannot be written.
 */
export function secretFromDataDir(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return contentMadeOnce(join(dataDir, FILE), randomBytes(48).toString('base64url'));
}
