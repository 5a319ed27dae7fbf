import { existsSync } from 'node:fs';
import { chmod, copyFile, link, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type AuditDeps, readDeletedIds } from '#server/audit/record-action.ts';
import {
  type DatabaseLocation,
  type Db,
  hasOtherConnections,
  type Tx,
  usingDatabase,
} from '#server/database/database.ts';
import { migrate, requireCreateRight } from '#server/database/migrate.ts';
import { isForSearch } from '#server/database/search.ts';
import { rewriteFile } from '#server/database/sqlite-file.ts';
import { findUnfinished, markFinished, markUnfinished } from '#server/database/unfinished-restore.ts';
import { makeFolder, syncToDisk, writePrivateFile } from '#server/private-files.ts';
import { secretFileIn } from '#server/settings/keyring.ts';
import { checkCounts, hashFile, type Manifest, restoringFileOf, schemasSetAside } from './backup-files.ts';
import { type Cleaned, cleanRestored, type RestoreOptions } from './clean-restored.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { isDamage, openExclusively, problemsOfSqlite, SQLITE_SIDE_FILES } from './sqlite-files.ts';
import { allTables } from './tables.ts';

export type Restored = Cleaned & {
  /** Where the old database is kept: a file, or a PostgreSQL schema. */
  readonly aside: string | undefined;
  /** Whether the deletions recorded in the old database are known. False if that database is damaged. */
  readonly oldDeletionsKnown: boolean;
};

type Restore = RestoreOptions & {
  readonly backup: string;
  readonly manifest: Manifest;
  /** The suffix of the old database's new name. Without a suffix, replacing a database is refused. */
  readonly replace: string | undefined;
  readonly audit: () => Promise<AuditDeps>;
  readonly stopped: AbortSignal;
};

/**
 * Replaces the database with a backup, migrates it and removes data that must not come back. Throws an error for the operator if
 * the site runs, the backup is damaged, a signal stops it, or a database exists and `replace` is not set. The old database then
 * stays in place.
 */
export async function restoreBackup(location: DatabaseLocation, restore: Restore): Promise<Restored> {
  if (location.kind === 'sqlite') {
    const { file } = location;
    const aside = existsSync(file) ? `${file}.before-${required(restore.replace, file)}` : undefined;
    // Undefined if the old database is unreadable. It is not opened read-only, because that would leave files beside it.
    const known =
      aside === undefined ? undefined : await usingDatabase(location, readDeletedIds).catch(() => undefined);
    const cleaned = await restoreSqlite(withDeleted(restore, known), file, aside);
    return { ...cleaned, aside, oldDeletionsKnown: known !== undefined };
  }
  return usingDatabase(location, async (db) => {
    const schema = await checkTarget(db, restore.manifest);
    // After a killed restore, the old tables are the data of the site. The tables that the restore created are dropped.
    await undoUnfinished(db, schema);
    const isTaken = (await allTables(db)).length > 0;
    const aside = isTaken
      ? `${schema.slice(0, 30)}_before_${required(restore.replace, 'the database').replace(/\D/g, '')}`
      : undefined;
    const read = await deletedIdsOfSchemas(db, isTaken);
    const known = read.flatMap((ids) => ids ?? []);
    const cleaned = await restorePostgres(withDeleted(restore, known), db, location, { schema, aside });
    return { ...cleaned, aside, oldDeletionsKnown: read.length > 0 && !read.includes(undefined) };
  });
}

/**
 * The hashes of deleted ids in the old database and in the schemas that earlier restores have set aside. A database or schema
 * that cannot be read gives undefined.
 */
async function deletedIdsOfSchemas(db: Db, isTaken: boolean): Promise<(string[] | undefined)[]> {
  const setAside = (await schemasSetAside(db)).map((name) => db.withSchema(name));
  const read = [];
  // Reads the schemas one after the other, because a second connection would look like a running site.
  for (const one of isTaken ? [db, ...setAside] : setAside)
    read.push(await readDeletedIds(one).catch(() => undefined));
  return read;
}

function withDeleted(restore: Restore, known: readonly string[] = []): Restore {
  return { ...restore, deletedIds: new Set([...restore.deletedIds, ...known]) };
}

function required(replace: string | undefined, place: string): string {
  if (replace !== undefined) return replace;
  throw new Error(`There is already a site in ${place}. Add --replace to set it aside.`);
}

async function bringUpToDate(db: Db, { manifest, audit, stopped, ...options }: Restore): Promise<Cleaned> {
  await checkCounts(db, manifest);
  await migrate(db);
  const deps = await audit();
  return db.transaction().execute(async (tx) => {
    const cleaned = await cleanRestored(deps, tx, options);
    await markFinished(tx);
    stopped.throwIfAborted();
    return cleaned;
  });
}

/**
 * Builds the new database beside the old one, then moves it into place. After a failure, either the old or the new database is in
 * place. Throws if the backup is damaged or the site runs.
 * @param file where the site keeps its database
 * @param aside the new name of the old database, if there is one
 */
async function restoreSqlite(restore: Restore, file: string, aside: string | undefined): Promise<Cleaned> {
  const { backup, manifest } = restore;
  const fresh = restoringFileOf(file);
  // Locks the old database until the end, so that no site starts on it.
  const old = aside === undefined ? undefined : lockOld(file);
  try {
    makeFolder(dirname(file));
    // Removes what a killed restore left behind, because SQLite would apply its old write-ahead log to the new file.
    await removeDatabase(fresh);
    await copyFile(backup, fresh);
    await chmod(fresh, 0o600);
    if ((await hashFile(fresh)) !== manifest.sha256)
      throw new Error(`${backup} was changed during the restore. Nothing was replaced; use another backup.`);
    const problems = problemsOfSqlite(fresh);
    if (problems.length > 0)
      throw new Error(`${backup} is damaged, so use another backup:\n${problems.join('\n')}`);
    // Closing the last connection moves the write-ahead log into the file.
    const cleaned = await usingDatabase({ kind: 'sqlite', file: fresh }, async (db) => {
      const result = await bringUpToDate(db, restore);
      await rewriteFile(db);
      return result;
    });
    await syncToDisk(fresh);
    if (aside !== undefined && old !== undefined) await moveAside(file, old, aside);
    else if (existsSync(file))
      throw new Error(`A site has started on ${file} during the restore. Stop it first.`);
    await rename(fresh, file);
    await syncToDisk(dirname(file));
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

async function moveAside(file: string, old: Old, aside: string): Promise<void> {
  if (old !== 'damaged') old.exec('pragma journal_mode = memory');
  // A hard link keeps the old database in place until the new one replaces it: without it, a killed restore would leave no site.
  await link(file, aside).catch(() => rename(file, aside));
  // The write-ahead log moves with the old database, because SQLite would apply it to the new one.
  for (const ending of SQLITE_SIDE_FILES) {
    if (existsSync(`${file}${ending}`)) await rename(`${file}${ending}`, `${aside}${ending}`);
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ['', ...SQLITE_SIDE_FILES]) await rm(`${file}${ending}`, { force: true });
}

/**
 * Moves the old tables into another schema, then pg_restore creates those of the backup. A failure moves the old tables back. After a
 * killed restore, the site does not start before a restore is run again (`refuseUnfinished`).
 * @param place the schema of the site, and the one for the old tables, if there are any
 */
async function restorePostgres(
  restore: Restore,
  db: Db,
  location: DatabaseLocation & { kind: 'postgres' },
  { schema, aside }: { readonly schema: string; readonly aside: string | undefined },
): Promise<Cleaned> {
  await db.transaction().execute(async (tx) => {
    if (aside !== undefined) await moveTables(tx, schema, aside);
    await dropSearch(tx, schema);
    await markUnfinished(tx, aside);
  });
  try {
    await runPostgresProgram('pg_restore', location, db, restore.stopped, [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      `--schema=${schema}`,
      restore.backup,
    ]);
    return await bringUpToDate(db, restore);
  } catch (error) {
    await undoUnfinished(db, schema);
    throw error;
  }
}

/** Drops what an unfinished restore has created, and moves the old tables back. Does nothing if no restore is unfinished. */
async function undoUnfinished(db: Db, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const aside = await findUnfinished(tx);
    if (aside === undefined) return;
    for (const table of await allTables(tx)) await sql`drop table ${sql.table(table)} cascade`.execute(tx);
    await dropSearch(tx, schema);
    await markFinished(tx);
    // Somebody may have dropped the schema by hand.
    if (!(await schemasSetAside(tx)).includes(aside)) return;
    await moveTables(tx, aside, schema);
    await sql`drop schema ${sql.id(aside)}`.execute(tx);
  });
}

/** Returns the schema of the site. Throws if the backup is of another schema, or the database is in use. */
async function checkTarget(db: Db, { postgresSchema = '' }: Manifest): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema;
  if (schema !== postgresSchema) {
    // Refuses another schema, because a dump can be restored only into the schema that it names.
    throw new Error(
      `The backup is of the schema ${postgresSchema}, and the settings use ${schema ?? 'a schema that does not exist'}. Create that schema, or name it in DATABASE_URL.`,
    );
  }
  await requireCreateRight(db);
  if (await hasOtherConnections(db)) {
    throw new Error(
      'The site runs on this database: stop all of its processes first. If a restore was killed, wait until its pg_restore has ended.',
    );
  }
  return schema;
}

async function moveTables(tx: Tx, from: string, to: string): Promise<void> {
  await sql`create schema if not exists ${sql.id(to)}`.execute(tx);
  for (const table of await allTables(tx, from)) {
    await sql`alter table ${sql.id(from, table)} set schema ${sql.id(to)}`.execute(tx);
  }
  for (const name of await searchFunctions(tx, from))
    await sql`alter function ${sql.id(from, name)}() set schema ${sql.id(to)}`.execute(tx);
}

/** The search index’s trigger functions, which are not dropped with their tables. */
async function searchFunctions(tx: Tx, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = ${schema}::regnamespace`.execute(tx);
  return rows.map(({ name }) => name).filter(isForSearch);
}

async function dropSearch(tx: Tx, schema: string): Promise<void> {
  for (const name of await searchFunctions(tx, schema))
    await sql`drop function ${sql.id(schema, name)}()`.execute(tx);
}

/** Replaces the site’s secret with that of a backup. Returns the name of the file that keeps a different old secret. */
export async function restoreSecret(
  from: string,
  dataDir: string,
  suffix: string,
): Promise<string | undefined> {
  const own = secretFileIn(dataDir);
  const aside = `${own}${suffix}`;
  const secret = await readFile(from, 'utf8');
  makeFolder(dataDir);
  const isThere = existsSync(own);
  if (isThere && (await readFile(own, 'utf8')) === secret) return undefined;
  if (isThere) await copyFile(own, aside);
  await writePrivateFile(own, (file) => file.writeFile(secret), { replace: true });
  return isThere ? aside : undefined;
}
