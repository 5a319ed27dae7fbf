import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { DatabaseLocation, Db, Tx } from '#server/database/database.ts';
import { knowsSchema } from '#server/database/migrate.ts';
import { secretFileIn } from '#server/settings/keyring.ts';
import { countRows } from './tables.ts';

const MANIFEST = z.object({
  format: z.literal(1),
  kind: z.enum(['sqlite', 'postgres']),
  /** When the backup was made: a time in ISO 8601, in UTC. */
  made: z.string(),
  schemaVersion: z.string(),
  postgresSchema: z.string().optional(),
  bytes: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  tables: z.record(z.string(), z.number()),
  /** SHA-256 of the ids of deleted rows. After a restore of an older backup, these rows are deleted again. */
  deletedIds: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});

/** Describes a backup in a small file beside it, so that a restore can check it first. */
export type Manifest = z.infer<typeof MANIFEST>;

export const manifestFileOf = (backup: string) => `${backup}.json`;
export const secretFileOf = (backup: string) => `${backup}.auth-secret`;

/** The file in which a restore builds the new SQLite database. */
export const restoringFileOf = (database: string) => `${database}.restoring`;

/** Reads the manifest of a backup. Throws an error for the operator if it is missing or invalid. */
export async function readManifest(backup: string): Promise<Manifest> {
  const name = manifestFileOf(backup);
  const text = await readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(
      `${name} is missing. Put it beside the backup, which cannot be checked without it, or use another backup.`,
    );
  });
  try {
    return MANIFEST.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${name} does not describe a backup, or a newer version of the site made it. Use that version, or another backup.`,
    );
  }
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const KINDS = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/**
 * Checks a backup and returns its manifest. Throws an error for the operator if the backup is damaged or cannot be restored here.
 */
export async function checkBackup(backup: string, kind: Manifest['kind']): Promise<Manifest> {
  const manifest = await readManifest(backup);
  const hash = await hashFile(backup).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error(`${backup} does not exist. Give the full path of a backup.`)
      : error;
  });
  if (hash !== manifest.sha256) {
    throw new Error(
      `${backup} has changed since it was made: its SHA-256 is ${hash}, and should be ${manifest.sha256}. Use another backup.`,
    );
  }
  if (manifest.kind !== kind) {
    throw new Error(
      `This is a backup of ${KINDS[manifest.kind]}, and the settings name ${KINDS[kind]}. Restore it to ${KINDS[manifest.kind]}; “npm run operator -- copy” moves a site from SQLite to PostgreSQL.`,
    );
  }
  if (!knowsSchema(manifest.schemaVersion)) {
    throw new Error(
      `A newer version of the site made this backup (its schema is ${manifest.schemaVersion}). Restore it with that version.`,
    );
  }
  return manifest;
}

/** Throws if a table of the restored database has another number of rows than the manifest says. */
export async function checkCounts(db: Db, { tables }: Manifest): Promise<void> {
  const found = await countRows(db);
  const names = [...new Set([...Object.keys(tables), ...Object.keys(found)])];
  // Older manifests list a table that was left out of the backup even if the database had no such table.
  const wrong = names.filter((name) => (found[name] ?? 0) !== tables[name]);
  if (wrong.length === 0) return;
  const lines = wrong.map(
    (name) => `  ${name}: ${found[name] ?? 'no'} rows instead of ${tables[name] ?? 'none'}`,
  );
  throw new Error(`The backup does not match its .json file, so use another backup:\n${lines.join('\n')}`);
}

const ENDINGS = { sqlite: 'sqlite', postgres: 'dump' } as const;
const NAME = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(?:sqlite|dump)$/;

/** The name of a new backup. Sorted by name, the backups in a folder are in the order of time. */
export function backupName(made: Date, kind: Manifest['kind']): string {
  return `site-${made.toISOString().replaceAll(':', '-')}.${ENDINGS[kind]}`;
}

export async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
}

export async function removeOldBackups(folder: string, before: Date): Promise<string[]> {
  const old = (await backupsIn(folder)).filter((name) => timeIn(name) < before);
  for (const file of old.map((name) => join(folder, name))) {
    for (const each of [file, manifestFileOf(file), secretFileOf(file)]) await rm(each, { force: true });
  }
  return old;
}

/** The files that `writePrivateFile` fills for a backup, and those that SQLite keeps beside them. */
const UNFINISHED = /^site-.*\.(?:sqlite|dump)(?:\.json|\.auth-secret)?\.[0-9a-f-]{36}\.part(?:-\w+)?$/;

/** Removes the files that killed backups left in the folder, and the files that killed restores left beside the database. */
export async function removeUnfinished(
  folder: string,
  location: DatabaseLocation,
  before: Date,
): Promise<string[]> {
  const removed = await removeFiles(folder, (name) => UNFINISHED.test(name), before);
  if (location.kind === 'postgres') return removed;
  const restoring = basename(restoringFileOf(location.file));
  const isRestoring = (name: string) => name.startsWith(restoring);
  return [...removed, ...(await removeFiles(dirname(location.file), isRestoring, before))];
}

async function removeFiles(folder: string, isUnfinished: (name: string) => boolean, before: Date) {
  const removed = [];
  for (const name of (await readdir(folder)).filter(isUnfinished).sort()) {
    const file = join(folder, name);
    // The file may be missing, because another backup has just finished and renamed it.
    const written = statSync(file, { throwIfNoEntry: false })?.mtime;
    if (written === undefined || written >= before) continue;
    await rm(file, { force: true });
    removed.push(name);
  }
  return removed;
}

const TIME = /(\d{4})-?(\d\d)-?(\d\d)T?(\d\d)-?(\d\d)-?(\d\d)\.?(\d{3})/;

/** The time in the name of a backup, or of a database that a restore set aside. An invalid date for any other name. */
function timeIn(name: string): Date {
  const [, year, month, day, hours, minutes, seconds, milliseconds] = TIME.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
}

/**
 * Removes old databases and secrets that were set aside by a restore: files (`….before-…`) or PostgreSQL schemas (`…_before_…`).
 */
export async function removeOldSetAside(
  location: DatabaseLocation,
  { db, dataDir }: { readonly db: Db; readonly dataDir: string },
  before: Date,
): Promise<string[]> {
  if (location.kind === 'postgres') return removeSchemas(db, before);
  const folder = dirname(location.file);
  const files = [basename(location.file), basename(secretFileIn(dataDir))].map((name) => `${name}.before-`);
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

/** The PostgreSQL schemas that restores have set aside. */
export async function schemasSetAside(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where nspname ~ '_before_[0-9]{17}$' and starts_with(nspname, left(current_schema(), 30) || '_before_')
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function removeSchemas(db: Db, before: Date): Promise<string[]> {
  const old = (await schemasSetAside(db)).filter((name) => timeIn(name.slice(-17)) < before);
  for (const name of old) await sql`drop schema ${sql.id(name)} cascade`.execute(db);
  return old;
}
