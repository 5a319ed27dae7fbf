import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SECRET_MIN_LENGTH } from './settings.ts';

const FILE = 'auth-secret';

/**
 * The secret of a site on SQLite whose operator set none: 48 random bytes, generated on the first start and kept in
 * `dataDir`, readable by the owner only. An existing file is only read, so a full disk or a read-only folder does not
 * stop a restart. Throws when the file is empty or too short, and when a missing one cannot be written.
 */
export function secretFromDataDir(dataDir: string): string {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeDurably(dataDir, file, randomBytes(48).toString('base64url'));
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= SECRET_MIN_LENGTH) return secret;
  throw new Error(
    `The file ${file} holds ${secret.length} characters, but the secret of a site has at least ${SECRET_MIN_LENGTH}. Restore it from a backup, or delete the file: then a new secret is generated, and everybody has to sign in again.`,
  );
}

/**
 * Writes under a temporary name and links the result into place: two processes that start at once agree on one secret.
 * The content is flushed before the link and the folder after it, so a power cut cannot leave an empty file behind.
 */
function writeDurably(folder: string, file: string, content: string): void {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flush: true });
    linkSync(temporary, file);
    syncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
