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
 * The secret of a site on SQLite without AUTH_SECRET: 48 random bytes, created at the first start in `dataDir` for its
 * owner only. An existing file is only read. Throws when it is too short, or a missing one cannot be written.
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
    `The file ${file} holds ${secret.length} characters, but the secret of a site has at least ${SECRET_MIN_LENGTH}. Restore it from a backup, or delete the file: then a new secret is generated, and what the old one signed is no longer accepted.`,
  );
}

/**
 * Writes a temporary file and links it into place, so that concurrent starts agree on one secret. File and folder are
 * flushed, so that a power cut leaves no empty file.
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
