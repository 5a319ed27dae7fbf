import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifestFileOf, secretFileOf } from './manifest.ts';
import { timeIn } from './set-aside.ts';

const ENDINGS = { sqlite: 'sqlite', postgres: 'dump' } as const;
const NAME = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(?:sqlite|dump)$/;

/** The name of a backup in a folder of them; names sort by time. */
export function backupName(made: Date, kind: Manifest['kind']): string {
  return `site-${made.toISOString().replaceAll(':', '-')}.${ENDINGS[kind]}`;
}

/**
 * Removes all but the newest `keep` backups of a folder, and those made before a moment, and returns their names. Other
 * files stay, and so does `newest`, even when a wrong clock gave later names to others.
 */
export async function removeOldBackups(
  folder: string,
  { keep = Number.POSITIVE_INFINITY, before }: { readonly keep?: number; readonly before?: Date },
  newest: string,
): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name) && name !== newest).sort();
  const tooMany = names.length - (keep - 1);
  const old = names.filter((name, at) => at < tooMany || (before !== undefined && timeIn(name) < before));
  for (const file of old.map((name) => join(folder, name))) {
    for (const each of [file, manifestFileOf(file), secretFileOf(file)]) await rm(each, { force: true });
  }
  return old;
}
