import type { Db } from '#server/database/database.ts';
import { knowsSchema } from '#server/database/migrate.ts';
import { hashFile, type Manifest, readManifest } from './manifest.ts';
import { countRows } from './tables.ts';

const KINDS = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** Reads the manifest of a backup. Throws, in words for the operator, when the backup is not whole or does not fit. */
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

/** Throws when the restored tables do not hold exactly as many rows as the manifest says. */
export async function checkCounts(db: Db, { tables }: Manifest): Promise<void> {
  const found = await countRows(db);
  const names = [...new Set([...Object.keys(tables), ...Object.keys(found)])];
  const wrong = names.filter((name) => found[name] !== tables[name]);
  if (wrong.length === 0) return;
  const lines = wrong.map((name) => `  ${name}: ${found[name] ?? 'none'} rows, not ${tables[name] ?? 'any'}`);
  throw new Error(`The backup does not hold what its second file says:\n${lines.join('\n')}`);
}
