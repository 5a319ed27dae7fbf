import { existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { usingDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { rewriteFile } from '#server/database/rewrite-file.ts';
import { syncFolder } from '#server/private-file.ts';
import { checkCounts } from './check-backup.ts';
import { type Cleaned, cleanRestored, type RestoreOptions } from './clean-restored.ts';
import { hashFile, type Manifest } from './manifest.ts';
import { isDamage, openExclusively, problemsOfSqlite, SQLITE_SIDE_FILES } from './sqlite-files.ts';

/**
 * Builds the database beside its place, up to date, and then moves it there: whatever fails, the old or the new one is
 * in place. Throws when the backup is damaged, and while the site runs.
 *
 * @param file where the site keeps its database
 * @param aside the name that the old database gets; undefined when there is none
 */
export async function restoreSqlite(
  backup: string,
  manifest: Manifest,
  { file, aside }: { readonly file: string; readonly aside: string | undefined },
  audit: () => AuditDeps,
  options: RestoreOptions,
): Promise<Cleaned> {
  const fresh = `${file}.restoring`;
  // Held to the end, so that no site starts on the old database meanwhile.
  const old = aside === undefined ? undefined : lockOld(file);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite would apply the log that a killed restore left behind.
    await removeDatabase(fresh);
    await copyFile(backup, fresh);
    await chmod(fresh, 0o600);
    if ((await hashFile(fresh)) !== manifest.sha256) throw new Error(`${backup} has changed meanwhile.`);
    const problems = problemsOfSqlite(fresh);
    if (problems.length > 0) throw new Error(`${backup} is damaged:\n${problems.join('\n')}`);
    const cleaned = await bringUpToDate(fresh, manifest, audit, options);
    await sync(fresh);
    if (aside !== undefined && old !== undefined) await moveAside(file, old, aside);
    else if (existsSync(file)) throw new Error(`A site has started on ${file} meanwhile. Stop it first.`);
    await rename(fresh, file);
    await syncFolder(dirname(file));
    return cleaned;
  } finally {
    await removeDatabase(fresh);
    if (typeof old === 'object') old.close();
  }
}

type Old = DatabaseSync | 'damaged';

function lockOld(file: string): Old {
  try {
    return openExclusively(file);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return 'damaged';
  }
}

function bringUpToDate(
  file: string,
  manifest: Manifest,
  audit: () => AuditDeps,
  options: RestoreOptions,
): Promise<Cleaned> {
  // Closing the last connection moves the write-ahead log into the file.
  return usingDatabase({ kind: 'sqlite', file }, async (db) => {
    await checkCounts(db, manifest);
    await migrate(db);
    const cleaned = await db.transaction().execute((tx) => cleanRestored(audit(), tx, options));
    await rewriteFile(db);
    return cleaned;
  });
}

async function moveAside(file: string, old: Old, aside: string): Promise<void> {
  if (old === 'damaged') {
    await rename(file, aside);
  } else {
    // Merges the write-ahead log into the file.
    old.exec('pragma journal_mode = memory');
    // With a second name, the old database stays in place until the new one replaces it.
    await link(file, aside).catch(() => rename(file, aside));
  }
  // SQLite would apply a left-over log to the new database.
  for (const ending of SQLITE_SIDE_FILES) {
    if (existsSync(`${file}${ending}`)) await rename(`${file}${ending}`, `${aside}${ending}`);
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ['', ...SQLITE_SIDE_FILES]) await rm(`${file}${ending}`, { force: true });
}

async function sync(file: string): Promise<void> {
  const handle = await open(file);
  await handle.sync();
  await handle.close();
}
