import type { Db } from '#server/database/database.ts';
import { knowsSchema } from '#server/database/migrate.ts';
import { countRows } from '#server/database/site-tables.ts';
import { hashFile, type Manifest, readManifest } from '../backup/manifest.ts';

const KINDS = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/**
 * What is told of a backup, once it is known to be whole and to fit. Throws, in words for the operator, when it does
 * not. Nothing is changed.
 */
export async function checkBackup(backup: string, kind: Manifest['kind']): Promise<Manifest> {
  const manifest = await readManifest(backup);
  const hash = await hashFile(backup).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`${backup} is not there.`) : error;
  });
  if (hash !== manifest.sha256) {
    throw new Error(
      `${backup} is not as it was when it was made: its SHA-256 is ${hash}, and should be ${manifest.sha256}. Take another backup.`,
    );
  }
  if (manifest.kind !== kind) {
    throw new Error(
      `This is a backup of ${KINDS[manifest.kind]}, and the settings name ${KINDS[kind]}. Restore it where it came from; “npm run operator -- copy” moves a site from SQLite to PostgreSQL.`,
    );
  }
  if (!knowsSchema(manifest.schemaVersion)) {
    throw new Error(
      `This backup is of a newer version of the site (its schema is ${manifest.schemaVersion}). Restore it with that version.`,
    );
  }
  return manifest;
}

/** Throws when there is not exactly what the backup was made of. */
export async function checkCounts(db: Db, { tables }: Manifest): Promise<void> {
  const found = await countRows(db);
  const names = [...new Set([...Object.keys(tables), ...Object.keys(found)])];
  const wrong = names.filter((name) => found[name] !== tables[name]);
  if (wrong.length > 0) {
    const lines = wrong.map(
      (name) => `  ${name}: ${found[name] ?? 'none'} rows, not ${tables[name] ?? 'any'}`,
    );
    throw new Error(`There is not what the backup should hold:\n${lines.join('\n')}`);
  }
}
