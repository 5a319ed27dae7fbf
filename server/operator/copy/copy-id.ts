import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the site that is copied keeps by what the target knows it, until the copy is done. */
export function copyIdFile(dataDir: string): string {
  return join(dataDir, 'copy-id');
}

/** The same each time until the copy is done: a target that has another is not this site's. */
export function copyId(dataDir: string): string {
  const file = copyIdFile(dataDir);
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, randomUUID(), { mode: 0o600 });
  try {
    // Whole or not at all, as the secret is made (`server/settings/secret-file.ts`).
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(file, 'utf8');
}
