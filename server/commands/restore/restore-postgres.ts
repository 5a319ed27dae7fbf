import { sql } from 'kysely';
import type { AuditDeps } from '#server/audit/record-action.ts';
import type { DatabaseLocation, Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { runPostgresProgram } from '#server/database/postgres-programs.ts';
import { otherSessions } from '#server/database/session-name.ts';
import { allTables } from '#server/database/site-tables.ts';
import {
  beginWork,
  changeWork,
  endWork,
  type UnfinishedWork,
  unfinishedWork,
} from '#server/database/unfinished.ts';
import type { Manifest } from '../backup/manifest.ts';
import { checkCounts } from './check-backup.ts';
import { type RestoreWish, type Settled, settleRestored } from './settle-restored.ts';

export type PostgresPlace =
  | { readonly kind: 'empty' | 'taken' | 'in-use' }
  /** The tables of a backup have their schema's name in them. */
  | { readonly kind: 'other-schema'; readonly schema: string | undefined };

export async function lookAtSchema(db: Db, { postgresSchema }: Manifest): Promise<PostgresPlace> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema ?? undefined;
  if (schema !== postgresSchema) return { kind: 'other-schema', schema };
  if ((await otherSessions(db)) > 0) return { kind: 'in-use' };
  return { kind: (await allTables(db)).length === 0 ? 'empty' : 'taken' };
}

/**
 * Moves the old tables into a schema of their own, and puts those of the backup in their place. When that fails, the
 * old ones are put back, as unfinished as they were; when it is killed, no site starts on what is there, and the old ones are in that schema.
 *
 * @param aside the name of that schema
 */
export async function restorePostgres(
  backup: string,
  manifest: Manifest,
  {
    db,
    location,
    aside,
  }: {
    readonly db: Db;
    readonly location: DatabaseLocation & { kind: 'postgres' };
    readonly aside: string;
  },
  audit: () => AuditDeps,
  wish: RestoreWish,
): Promise<Settled> {
  const schema = manifest.postgresSchema ?? '';
  const old = await allTables(db);
  const before = await unfinishedWork(db);
  const own = { work: 'restore', source: manifest.sha256, since: new Date().toISOString() } as const;
  await (before === undefined ? beginWork(db, own) : changeWork(db, own));
  let isCleared = old.length === 0;
  try {
    if (!isCleared) await moveTables(db, old, { to: aside });
    isCleared = true;
    await runPostgresProgram('pg_restore', location, db, [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      `--schema=${schema}`,
      backup,
    ]);
    await checkCounts(db, manifest);
    await migrate(db, { whileFilling: true });
    return await db.transaction().execute(async (tx) => {
      const settled = await settleRestored(audit(), tx, wish);
      await endWork(tx);
      return settled;
    });
  } catch (error) {
    await putBack(db, { schema, aside, isCleared, before });
    throw error;
  }
}

async function moveTables(db: Db, tables: readonly string[], { to }: { to: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create schema ${sql.id(to)}`.execute(tx);
    for (const table of tables)
      await sql`alter table ${sql.table(table)} set schema ${sql.id(to)}`.execute(tx);
  });
}

type Undo = {
  readonly schema: string;
  readonly aside: string;
  readonly isCleared: boolean;
  /** What was half-done already when this began. */
  readonly before: UnfinishedWork | undefined;
};

async function putBack(db: Db, { schema, aside, isCleared, before }: Undo): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Otherwise what is there has always been there.
    if (isCleared) {
      for (const table of await allTables(tx)) await sql`drop table ${sql.table(table)} cascade`.execute(tx);
      const { rows } = await sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${aside} and c.relkind in ('r', 'p')`.execute(tx);
      for (const { name } of rows) {
        await sql`alter table ${sql.id(aside, name)} set schema ${sql.id(schema)}`.execute(tx);
      }
      await sql`drop schema if exists ${sql.id(aside)}`.execute(tx);
    }
    // What an earlier one left when it was cut off is still no site.
    await (before === undefined ? endWork(tx) : changeWork(tx, before));
  });
}
