import { existsSync } from 'node:fs';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { type DatabaseLocation, openDatabase } from '#server/database/database.ts';
import type { Cleaned, RestoreOptions } from './clean-restored.ts';
import type { Manifest } from './manifest.ts';
import { restorePostgres } from './restore-postgres.ts';
import { restoreSqlite } from './restore-sqlite.ts';
import { allTables } from './tables.ts';

export type Restored = Cleaned & {
  /** Where the database that was there is kept: a file, or a PostgreSQL schema. */
  readonly aside: string | undefined;
};

type Backup = { readonly file: string; readonly manifest: Manifest };

/**
 * Puts a backup in the place of the database, brings it up to date and removes what must not come back. Throws, in words
 * for the operator, while the site runs, when there is a database and `replace` is not set, and when the backup is
 * damaged; then the old database is in its place.
 *
 * @param backup as `checkBackup` found it
 * @param replace the name part under which the old database is set aside; undefined when it must not be replaced
 * @param audit called when the database is restored
 */
export async function restoreBackup(
  { file: backup, manifest }: Backup,
  location: DatabaseLocation,
  replace: string | undefined,
  audit: () => AuditDeps,
  options: RestoreOptions,
): Promise<Restored> {
  if (location.kind === 'sqlite') {
    const { file } = location;
    const aside = existsSync(file) ? `${file}.before-${required(replace, file)}` : undefined;
    return { ...(await restoreSqlite(backup, manifest, { file, aside }, audit, options)), aside };
  }
  const db = openDatabase(location, () => {});
  try {
    const isTaken = (await allTables(db)).length > 0;
    const aside = isTaken
      ? `${manifest.postgresSchema?.slice(0, 30)}_before_${required(replace, 'the database').replace(/\D/g, '')}`
      : undefined;
    return { ...(await restorePostgres(backup, manifest, { db, location, aside }, audit, options)), aside };
  } finally {
    await db.destroy();
  }
}

function required(replace: string | undefined, place: string): string {
  if (replace !== undefined) return replace;
  throw new Error(`There is a site in ${place} already. Add --replace to set it aside.`);
}
