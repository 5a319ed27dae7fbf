import { rm, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { readDeletedIds } from '#server/audit/record-action.ts';
import { type DatabaseLocation, usingDatabase } from '#server/database/database.ts';
import { refuseUnfinished } from '#server/database/unfinished-restore.ts';
import { writePrivateFile } from '#server/private-files.ts';
import { hashFile, type Manifest, manifestFileOf, secretFileOf } from './backup-files.ts';
import { runPostgresProgram, schemaPattern } from './postgres-programs.ts';
import { copySqlite, isDamage, openReadOnly, problemsOfSqlite } from './sqlite-files.ts';
import { countRows, schemaVersion } from './tables.ts';

type Contents = Pick<Manifest, 'kind' | 'schemaVersion' | 'postgresSchema' | 'tables' | 'deletedIds'>;

type Wanted = {
  readonly made: Date;
  readonly secret: string | undefined;
  /** The tables whose rows are not part of the backup. */
  readonly leftOut: readonly string[];
};

/**
 * Writes a backup, its manifest and, if wanted, the site’s secret. Each file appears only when it is complete, and the backup
 * appears last. Throws and leaves no file if a file exists, the database is damaged, or the disk is full.
 * @param to the file of the backup, from which the other names are derived
 */
export async function createBackup(
  location: DatabaseLocation,
  to: string,
  { made, secret, leftOut }: Wanted,
): Promise<Manifest> {
  const written: string[] = [];
  const writeBeside = async (name: string, text: string) => {
    await writePrivateFile(name, (file) => file.writeFile(text));
    written.push(name);
  };
  try {
    return await writePrivateFile(to, async (_, path, stopped) => {
      const contents =
        location.kind === 'sqlite'
          ? await backUpSqlite(location.file, path, leftOut, stopped)
          : await backUpPostgres(location, path, leftOut, stopped);
      const { size: bytes } = await stat(path);
      const sha256 = await hashFile(path);
      const manifest: Manifest = { format: 1, ...contents, made: made.toISOString(), bytes, sha256 };
      await writeBeside(manifestFileOf(to), `${JSON.stringify(manifest, undefined, 2)}\n`);
      if (secret !== undefined) await writeBeside(secretFileOf(to), secret);
      return manifest;
    });
  } catch (error) {
    for (const name of written) await rm(name, { force: true });
    throw error;
  }
}

async function backUpSqlite(
  from: string,
  to: string,
  leftOut: readonly string[],
  stopped: AbortSignal,
): Promise<Contents> {
  const problems = await copySqlite(from, to, leftOut, stopped).then(
    () => problemsOfSqlite(to),
    (error: Error) => {
      if (!isDamage(error)) throw error;
      return [error.message];
    },
  );
  if (problems.length > 0) {
    throw new Error(
      `No backup was made, because the database is damaged. Restore an earlier backup.\n${problems.join('\n')}`,
    );
  }
  await using copy = openReadOnly(to);
  const version = await schemaVersion(copy);
  if (version === undefined)
    throw new Error(`There is no site in ${from}. Correct DATA_DIR, or start the site once.`);
  return {
    kind: 'sqlite',
    schemaVersion: version,
    tables: await countRows(copy),
    deletedIds: await readDeletedIds(copy),
  };
}

function backUpPostgres(
  location: DatabaseLocation & { kind: 'postgres' },
  to: string,
  leftOut: readonly string[],
  stopped: AbortSignal,
): Promise<Contents> {
  return usingDatabase(location, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // pg_dump reads the same snapshot in which the rows are counted.
        const { rows } = await sql<{ snapshot: string; schema: string | null }>`
          select pg_export_snapshot() as snapshot, current_schema() as schema`.execute(tx);
        const { snapshot = '', schema } = rows[0] ?? {};
        await refuseUnfinished(tx);
        const version = schema == null ? undefined : await schemaVersion(tx);
        if (schema == null || version === undefined)
          throw new Error('There is no site in the database. Correct its address, or start the site once.');
        const tables = await countRows(tx);
        for (const name of leftOut) if (name in tables) tables[name] = 0;
        await runPostgresProgram('pg_dump', location, db, stopped, [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          `--schema=${schemaPattern(schema)}`,
          ...leftOut.map((name) => `--exclude-table-data=${schemaPattern(schema)}.${name}`),
          `--snapshot=${snapshot}`,
          `--file=${to}`,
        ]);
        const deletedIds = await readDeletedIds(tx);
        return { kind: 'postgres', schemaVersion: version, postgresSchema: schema, tables, deletedIds };
      }),
  );
}
