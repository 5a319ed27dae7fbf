import { sql } from 'kysely';
import type { AuditDeps } from '#server/audit/record-action.ts';
import { hasOtherConnections } from '#server/database/application-name.ts';
import type { DatabaseLocation, Db, Tx } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { checkCounts } from './check-backup.ts';
import { type Cleaned, cleanRestored, type RestoreOptions } from './clean-restored.ts';
import type { Manifest } from './manifest.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { allTables } from './tables.ts';

type Target = {
  readonly db: Db;
  readonly location: DatabaseLocation & { kind: 'postgres' };
  /** The schema that old tables are moved to; undefined when there are none. */
  readonly aside: string | undefined;
};

/**
 * Moves the old tables into another schema, then pg_restore creates those of the backup in one transaction. On failure
 * the old tables are moved back. A killed restore must be run again before the site starts. Throws while the site
 * runs.
 */
export async function restorePostgres(
  backup: string,
  manifest: Manifest,
  { db, location, aside }: Target,
  audit: () => AuditDeps,
  options: RestoreOptions,
): Promise<Cleaned> {
  const schema = await checkTarget(db, manifest);
  const old = aside === undefined ? [] : await allTables(db);
  if (aside !== undefined) await db.transaction().execute((tx) => moveTables(tx, old, schema, aside));
  try {
    await runPostgresProgram('pg_restore', location, db, [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      `--schema=${schema}`,
      backup,
    ]);
    await checkCounts(db, manifest);
    await migrate(db);
    return await db.transaction().execute((tx) => cleanRestored(audit(), tx, options));
  } catch (error) {
    await db.transaction().execute(async (tx) => {
      for (const table of await allTables(tx)) await sql`drop table ${sql.table(table)} cascade`.execute(tx);
      if (aside === undefined) return;
      await moveTables(tx, old, aside, schema);
      await sql`drop schema ${sql.id(aside)}`.execute(tx);
    });
    throw error;
  }
}

async function checkTarget(db: Db, { postgresSchema = '' }: Manifest): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema;
  if (schema !== postgresSchema) {
    // The tables of a dump have their schema's name in them.
    throw new Error(
      `The backup is of the schema ${postgresSchema}, and the settings lead to ${schema ?? 'none that is there'}. Create that schema, or put it into DATABASE_URL.`,
    );
  }
  if (await hasOtherConnections(db)) {
    throw new Error('The site runs on this database. Stop all of its processes first.');
  }
  return schema;
}

async function moveTables(tx: Tx, tables: readonly string[], from: string, to: string): Promise<void> {
  await sql`create schema if not exists ${sql.id(to)}`.execute(tx);
  for (const table of tables) {
    await sql`alter table ${sql.id(from, table)} set schema ${sql.id(to)}`.execute(tx);
  }
}
