import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { openAlone, problemsOfSqlite, tellsOfDamage } from '#server/database/sqlite-files.ts';
import { hashFile, type Manifest } from '../backup/manifest.ts';
import { checkCounts } from './check-backup.ts';
import { type RestoreWish, type Settled, settleRestored } from './settle-restored.ts';

/** What stands where the backup is to go. `alone` is held until `free` is called: no site can start on it meanwhile. */
export type SqlitePlace =
  | { readonly kind: 'empty' }
  | { readonly kind: 'in-use' }
  | { readonly kind: 'taken'; readonly alone: DatabaseSync }
  /** Not a database any more, as far as SQLite can tell; whether somebody uses it, nobody can. */
  | { readonly kind: 'damaged' };

export function lookAtPlace(file: string): SqlitePlace {
  if (!existsSync(file)) return { kind: 'empty' };
  try {
    const alone = openAlone(file);
    return alone === undefined ? { kind: 'in-use' } : { kind: 'taken', alone };
  } catch (error) {
    if (!tellsOfDamage(error)) throw error;
    return { kind: 'damaged' };
  }
}

/**
 * Makes the database beside the place, whole and up to date, and only then puts it there: whatever fails, or is killed,
 * there is the old one or the new one. Throws when the backup is damaged.
 *
 * @param aside the name that the old one gets
 */
export async function restoreSqlite(
  backup: string,
  manifest: Manifest,
  { file, place, aside }: { readonly file: string; readonly place: SqlitePlace; readonly aside: string },
  audit: () => AuditDeps,
  wish: RestoreWish,
): Promise<Settled> {
  const fresh = `${file}.${process.pid}.restoring`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await copyFile(backup, fresh, constants.COPYFILE_EXCL);
    await chmod(fresh, 0o600);
    if ((await hashFile(fresh)) !== manifest.sha256) throw new Error(`${backup} has changed meanwhile.`);
    const problems = problemsOfSqlite(fresh);
    if (problems.length > 0) throw new Error(`${backup} is damaged:\n${problems.join('\n')}`);
    const settled = await bringUpToDate(fresh, manifest, audit, wish);
    await sync(fresh);
    await moveAside(file, place, aside);
    await rename(fresh, file);
    await sync(dirname(file));
    return settled;
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${fresh}${end}`, { force: true });
  }
}

async function bringUpToDate(
  file: string,
  manifest: Manifest,
  audit: () => AuditDeps,
  wish: RestoreWish,
): Promise<Settled> {
  const db = openDatabase({ kind: 'sqlite', file }, () => {});
  try {
    await checkCounts(db, manifest);
    await migrate(db);
    return await db.transaction().execute((tx) => settleRestored(audit(), tx, wish));
  } finally {
    // The last to close empties the log into the file.
    await db.destroy();
  }
}

/** The old database keeps its place until the new one takes it, where the disk knows second names. */
async function moveAside(file: string, place: SqlitePlace, aside: string): Promise<void> {
  if (place.kind === 'taken') {
    // One file again, without a log beside it, and without a journal, which would be the new one’s.
    place.alone.exec('pragma journal_mode = memory');
    await link(file, aside).catch(() => rename(file, aside));
  } else if (existsSync(file)) {
    await rename(file, aside);
  }
  // A log without its database would be taken for the new one's.
  for (const end of ['-wal', '-shm', '-journal']) {
    if (existsSync(`${file}${end}`)) await rename(`${file}${end}`, `${aside}${end}`);
  }
}

async function sync(name: string): Promise<void> {
  const handle = await open(name);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
