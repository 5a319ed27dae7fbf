import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { type DatabaseLocation, openDatabase } from '#server/database/database.ts';
import { runPostgresProgram, schemaPattern } from '#server/database/postgres-programs.ts';
import { countRows, schemaVersion } from '#server/database/site-tables.ts';
import { copySqlite, openReadOnly, problemsOfSqlite, tellsOfDamage } from '#server/database/sqlite-files.ts';
import { unfinishedWork } from '#server/database/unfinished.ts';
import { beginExportFile, type ExportFile } from '../submissions/export-file.ts';
import { hashFile, type Manifest, manifestNameOf, secretNameOf } from './manifest.ts';

type Contents = Pick<Manifest, 'kind' | 'schemaVersion' | 'postgresSchema' | 'tables'>;

export type BackupWish = {
  readonly location: DatabaseLocation;
  /** The file. The others are named after it, and none of them must be there. */
  readonly to: string;
  /** Kept beside it, where it is wanted. */
  readonly secret: string | undefined;
  readonly made: Date;
  readonly onProgress: (share: number) => void;
};

/**
 * Writes a backup and what is told of it, each with its name only when it is whole and on the disk, the backup last.
 * Undefined when there is a file of one of the names. Throws when the source is damaged, or there is no room; then nothing of
 * it is left.
 */
export async function writeBackup(wish: BackupWish): Promise<Manifest | undefined> {
  const { location, to, secret, made, onProgress } = wish;
  const beside = [manifestNameOf(to), ...(secret === undefined ? [] : [secretNameOf(to)])];
  if (beside.some((name) => existsSync(name))) return undefined;
  const file = await beginExportFile(to, { replace: false });
  if (file === undefined) return undefined;
  const written: string[] = [];
  let isKept = false;
  try {
    const contents =
      location.kind === 'sqlite'
        ? await backUpSqlite(location.file, file.unfinished, onProgress)
        : await backUpPostgres(location, file.unfinished);
    const { size } = await stat(file.unfinished);
    const manifest: Manifest = {
      format: 1,
      ...contents,
      made: made.toISOString(),
      bytes: size,
      sha256: await hashFile(file.unfinished),
    };
    const texts = [`${JSON.stringify(manifest, undefined, 2)}\n`, ...(secret === undefined ? [] : [secret])];
    for (const [at, name] of beside.entries()) {
      if (!(await writeBeside(name, texts[at] ?? ''))) return undefined;
      written.push(name);
    }
    isKept = await file.keep();
    if (!isKept) return undefined;
    await syncFolder(dirname(to));
    return manifest;
  } finally {
    if (!isKept) for (const name of written) await rm(name, { force: true });
    await discard(file);
  }
}

async function backUpSqlite(
  from: string,
  to: string,
  onProgress: (share: number) => void,
): Promise<Contents> {
  if (!existsSync(from)) {
    throw new Error(`There is no database at ${from}. Give the site’s own folder as DATA_DIR.`);
  }
  const problems = await copySqlite(from, to, onProgress).then(
    () => problemsOfSqlite(to),
    (error: Error) => {
      if (!tellsOfDamage(error)) throw error;
      return [error.message];
    },
  );
  if (problems.length > 0) {
    throw new Error(`The database is damaged, and a backup of it would be too:\n${problems.join('\n')}`);
  }
  const copy = openReadOnly(to);
  try {
    const version = await schemaVersion(copy);
    if (version === undefined) throw new Error(`${from} holds no site.`);
    return { kind: 'sqlite', schemaVersion: version, tables: await countRows(copy) };
  } finally {
    await copy.destroy();
  }
}

async function backUpPostgres(
  location: DatabaseLocation & { kind: 'postgres' },
  to: string,
): Promise<Contents> {
  const db = openDatabase(location, () => {});
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // The rows that are counted here, and those that pg_dump reads, are of the same moment.
        const { rows } = await sql<{ snapshot: string; schema: string | null }>`
          select pg_export_snapshot() as snapshot, current_schema() as schema`.execute(tx);
        const { snapshot = '', schema } = rows[0] ?? {};
        const version = schema == null ? undefined : await schemaVersion(tx);
        if (schema == null || version === undefined) throw new Error('The database holds no site.');
        if ((await unfinishedWork(tx)) !== undefined) {
          throw new Error('The database is still being filled, by a copy or a restore: it is no site yet.');
        }
        const tables = await countRows(tx);
        await runPostgresProgram('pg_dump', location, db, [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          `--schema=${schemaPattern(schema)}`,
          `--snapshot=${snapshot}`,
          `--file=${to}`,
        ]);
        return { kind: 'postgres', schemaVersion: version, postgresSchema: schema, tables };
      });
  } finally {
    await db.destroy();
  }
}

/** False when there is one: it may tell of a backup that was moved, or was made at the same time, or be no part of any. */
async function writeBeside(name: string, text: string): Promise<boolean> {
  const file = await beginExportFile(name, { replace: false });
  if (file === undefined) return false;
  try {
    await file.write(text);
    return await file.keep();
  } finally {
    await file.discard();
  }
}

async function discard(file: ExportFile): Promise<void> {
  await file.discard();
  for (const end of ['-journal', '-wal', '-shm']) await rm(`${file.unfinished}${end}`, { force: true });
}

/** Names are on the disk only when their folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
