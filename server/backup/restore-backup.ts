import { existsSync } from 'node:fs';
import { readDeletedIds } from '#server/audit/deletions.ts';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { type DatabaseLocation, usingDatabase } from '#server/database/database.ts';
import type { Cleaned, RestoreOptions } from './clean-restored.ts';
import type { Manifest } from './manifest.ts';
import { restorePostgres } from './restore-postgres.ts';
import { restoreSqlite } from './restore-sqlite.ts';
import { allTables } from './tables.ts';

export type Restored = Cleaned & {
  /** Where the database that was there is kept: a file, or a PostgreSQL schema. */
  readonly aside: string | undefined;
  /** Whether that database told what had been deleted in it; a damaged one cannot. */
  readonly asideTold: boolean;
};

type Backup = { readonly file: string; readonly manifest: Manifest };

/**
 * Replaces the database by a backup, migrates it and removes what must not come back. Throws, in words for the
 * operator, while the site runs, when there is a database and `replace` is not set, and when the backup is damaged;
 * the old database is then in place.
 *
 * @param backup as `checkBackup` found it
 * @param replace the name part under which the old database is set aside; undefined forbids replacing it
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
    const told = aside === undefined ? undefined : await deletedIdsOfFile(file);
    const cleaned = await restoreSqlite(backup, manifest, { file, aside }, audit, withDeleted(options, told));
    return { ...cleaned, aside, asideTold: told !== undefined };
  }
  return usingDatabase(location, async (db) => {
    const isTaken = (await allTables(db)).length > 0;
    const aside = isTaken
      ? `${manifest.postgresSchema?.slice(0, 30)}_before_${required(replace, 'the database').replace(/\D/g, '')}`
      : undefined;
    const told = isTaken ? await readDeletedIds(db).catch(() => undefined) : undefined;
    const target = { db, location, aside };
    const cleaned = await restorePostgres(backup, manifest, target, audit, withDeleted(options, told));
    return { ...cleaned, aside, asideTold: told !== undefined };
  });
}

/** Undefined when the file cannot be read. Closed, the database leaves nothing beside it, as one that only reads would. */
function deletedIdsOfFile(file: string): Promise<string[] | undefined> {
  return usingDatabase({ kind: 'sqlite', file }, readDeletedIds).catch(() => undefined);
}

function withDeleted(options: RestoreOptions, told: readonly string[] = []): RestoreOptions {
  return { ...options, deletedIds: new Set([...options.deletedIds, ...told]) };
}

function required(replace: string | undefined, place: string): string {
  if (replace !== undefined) return replace;
  throw new Error(`There is a site in ${place} already. Add --replace to set it aside.`);
}
