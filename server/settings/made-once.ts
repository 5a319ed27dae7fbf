import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The content of a file that is made at the first call and then stays, readable by the owner only. Two processes at
 * once, or a crash, never leave half of it. Throws when the folder cannot be written.
 */
export function contentMadeOnce(file: string, content: string): string {
  // Written whole under another name first, then linked.
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, content, { mode: 0o600 });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(file, 'utf8');
}
