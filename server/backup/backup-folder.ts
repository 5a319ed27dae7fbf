import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { DatabaseLocation, Db } from '#server/database/database.ts';
import { type Manifest, manifestFileOf, secretFileOf } from './manifest.ts';

const ENDINGS = { sqlite: 'sqlite', postgres: 'dump' } as const;
const NAME = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(?:sqlite|dump)$/;

/** The name of a backup in a folder of them; names sort by time. */
export function backupName(made: Date, kind: Manifest['kind']): string {
  return `site-${made.toISOString().replaceAll(':', '-')}.${ENDINGS[kind]}`;
}

/** The names of the backups in a folder, the newest last. */
export async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
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
  const names = (await backupsIn(folder)).filter((name) => name !== newest);
  const tooMany = names.length - (keep - 1);
  const old = names.filter((name, at) => at < tooMany || (before !== undefined && timeIn(name) < before));
  for (const file of old.map((name) => join(folder, name))) {
    for (const each of [file, manifestFileOf(file), secretFileOf(file)]) await rm(each, { force: true });
  }
  return old;
}

const TIME = /(\d{4})-?(\d\d)-?(\d\d)T?(\d\d)-?(\d\d)-?(\d\d)\.?(\d{3})/;

/** The time that stands in the name of a backup, or of what a restore set aside; never matches another name. */
function timeIn(name: string): Date {
  const [, year, month, day, hours, minutes, seconds, milliseconds] = TIME.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
}

/**
 * Removes what restores set aside before a moment: files of the data folder (`site.sqlite.before-…`,
 * `auth-secret.before-…`), or schemas (`…_before_…`). Returns their names.
 *
 * @param db the site's, on PostgreSQL
 */
export async function removeOldSetAside(
  location: DatabaseLocation,
  { db, dataDir }: { readonly db: Db; readonly dataDir: string },
  before: Date,
): Promise<string[]> {
  if (location.kind === 'postgres') return removeSchemas(db, before);
  const folder = dirname(location.file);
  const files = [basename(location.file), 'auth-secret'].map((name) => `${name}.before-`);
  const isSetAside = (name: string) => files.some((file) => name.startsWith(file)) && timeIn(name) < before;
  const old = [];
  for (const place of new Set([folder, dataDir])) {
    for (const name of (await readdir(place)).filter(isSetAside).sort()) {
      await rm(join(place, name), { force: true });
      old.push(name);
    }
  }
  return old;
}

async function removeSchemas(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where nspname ~ '_before_[0-9]{17}$' and starts_with(nspname, left(current_schema(), 30) || '_before_')
    order by 1`.execute(db);
  const old = rows.map(({ name }) => name).filter((name) => timeIn(name.slice(-17)) < before);
  for (const name of old) await sql`drop schema ${sql.id(name)} cascade`.execute(db);
  return old;
}
