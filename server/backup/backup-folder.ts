import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifestFileOf, secretFileOf } from './manifest.ts';

const ENDINGS = { sqlite: 'sqlite', postgres: 'dump' } as const;
const NAME = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(?:sqlite|dump)$/;

/** The name of a backup in a folder of them; names sort by time. */
export function backupName(made: Date, kind: Manifest['kind']): string {
  return `site-${made.toISOString().replaceAll(':', '-')}.${ENDINGS[kind]}`;
}

/**
 * Removes all but the newest `keep` backups of a folder, and returns the names of those removed. Files with other names
 * stay, and so does the newest backup, even when a wrong clock once gave later names to others.
 */
export async function removeOldBackups(folder: string, keep: number, newest: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name) && name !== newest).sort();
  const old = names.slice(0, Math.max(0, names.length - (keep - 1)));
  for (const file of old.map((name) => join(folder, name))) {
    for (const each of [file, manifestFileOf(file), secretFileOf(file)]) await rm(each, { force: true });
  }
  return old;
}
