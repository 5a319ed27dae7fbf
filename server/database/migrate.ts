import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { isPostgres } from './advisory-lock.ts';
import { errorCode } from './errors.ts';
import { createLaterIndexes, createMissingIndexes } from './later-indexes.ts';
import * as initial from './migrations/0001-initial.ts';
import * as passkeys from './migrations/0002-passkeys.ts';
import * as closedAccounts from './migrations/0003-closed-accounts.ts';
import * as secondStep from './migrations/0004-second-step.ts';
import * as accountChanges from './migrations/0005-account-changes.ts';
import * as addressChanges from './migrations/0006-address-changes.ts';
import * as notices from './migrations/0007-notices.ts';
import * as rights from './migrations/0008-rights.ts';
import * as operatorsConsole from './migrations/0009-console.ts';
import * as factors from './migrations/0010-factors.ts';
import * as payments from './migrations/0011-payments.ts';
import * as submissionSenders from './migrations/0012-submission-senders.ts';
import * as invitationAuthors from './migrations/0013-invitation-authors.ts';
import * as unsavedCodes from './migrations/0014-unsaved-codes.ts';
import * as sessionsByTwoSteps from './migrations/0015-sessions-by-two-steps.ts';
import * as networksOfRightsLinks from './migrations/0016-networks-of-rights-links.ts';
import * as timeZonesOfOperators from './migrations/0017-time-zones-of-operators.ts';
import * as noPlannedDeletions from './migrations/0018-no-planned-deletions.ts';
import * as wordsInTags from './migrations/0019-words-in-tags.ts';
import type { Schema } from './schema.ts';
import { SEARCHED } from './search.ts';

/** A released migration must keep its name for ever. */
export const MIGRATIONS = {
  '0001-initial': initial,
  '0002-passkeys': passkeys,
  '0003-closed-accounts': closedAccounts,
  '0004-second-step': secondStep,
  '0005-account-changes': accountChanges,
  '0006-address-changes': addressChanges,
  '0007-notices': notices,
  '0008-rights': rights,
  '0009-console': operatorsConsole,
  '0010-factors': factors,
  '0011-payments': payments,
  '0012-submission-senders': submissionSenders,
  '0013-invitation-authors': invitationAuthors,
  '0014-unsaved-codes': unsavedCodes,
  '0015-sessions-by-two-steps': sessionsByTwoSteps,
  '0016-networks-of-rights-links': networksOfRightsLinks,
  '0017-time-zones-of-operators': timeZonesOfOperators,
  '0018-no-planned-deletions': noPlannedDeletions,
  '0019-words-in-tags': wordsInTags,
};

export const MIGRATION_NAMES = Object.keys(MIGRATIONS).sort();

export const NEWEST_SCHEMA = MIGRATION_NAMES.at(-1) ?? '';

/** Whether this version can migrate a database of the given schema version. */
export const knowsSchema = (version: string) => Object.hasOwn(MIGRATIONS, version);

type Migrated = { readonly migration: string; readonly ms: number };

/**
 * Migrates a database and returns the migrations that ran. Throws if a migration fails (it is rolled back), a newer version has
 * changed the schema, the user may not create tables, or the database is not in UTF-8.
 * @param onLong called first with the expected seconds, if they are more than one
 */
export async function migrate(
  db: Kysely<Schema>,
  onLong: (seconds: number) => void = () => {},
): Promise<readonly Migrated[]> {
  await refuseOtherEncodings(db);
  const schema = await currentSchema(db);
  if (await isNewest(db, schema)) {
    await createLaterIndexes(db);
    return [];
  }
  await requireCreateRight(db);
  const seconds = Math.round((await countSearched(db)) / ROWS_A_SECOND);
  if (seconds > 1) onLong(seconds);
  for (let tried = 1; ; tried++) {
    const taken: Migrated[] = [];
    const { error } = await createMigrator(db, schema, timed(taken)).migrateToLatest();
    if (error === undefined) {
      await createLaterIndexes(db);
      return taken;
    }
    const newer = newerSchema(error);
    if (newer !== undefined) {
      if (newer < NEWEST_SCHEMA)
        throw new Error(
          `A pre-release version of the site has used this database: its schema has ${newer}, which no release has. Start with an empty database, or restore a backup of a release.`,
        );
      throw new Error(
        `A newer version of the site has used this database: its schema has ${newer}, and the last migration of this version is ${NEWEST_SCHEMA}. Start the newer version, or restore an older backup.`,
      );
    }
    if (HELD_BY_OTHERS.includes(errorCode(error)) && tried < HELD_TRIES) await sleep(HELD_PAUSE_MS);
    else if (!isOtherSchemaGone(error) || tried >= TRIES)
      throw new Error('The database could not be migrated.', { cause: error });
  }
}

/**
 * Fills an empty PostgreSQL schema, in the caller's transaction.
 * @param connection a single connection, as `db.connection()` provides
 */
export async function createTables(connection: Kysely<Schema>): Promise<void> {
  await requireCreateRight(connection);
  const migrator = createMigrator(connection, await currentSchema(connection), MIGRATIONS, {
    disableTransactions: true,
  });
  for (let tried = 1; ; tried++) {
    await sql`savepoint create_tables`.execute(connection);
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return createMissingIndexes(connection);
    if (!isOtherSchemaGone(error) || tried === TRIES) throw error;
    await sql`rollback to savepoint create_tables`.execute(connection);
  }
}

function createMigrator(
  db: Kysely<Schema>,
  schema: string | undefined,
  migrations: Record<string, Migration>,
  options: { disableTransactions?: boolean } = {},
): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // A fork may have run its own migrations before it merges migrations with earlier names, so the order is not checked.
    allowUnorderedMigrations: true,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    ...options,
  });
}

function timed(taken: Migrated[]): Record<string, Migration> {
  const steps = Object.entries(MIGRATIONS).map(([migration, { up }]): [string, Migration] => [
    migration,
    {
      up: async (db) => {
        const from = performance.now();
        // A migration that waits for a table lock blocks all later statements on the table. So it gives up soon and is retried.
        if (isPostgres(db)) await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db);
        await up(db);
        taken.push({ migration, ms: Math.round(performance.now() - from) });
      },
    },
  ]);
  return Object.fromEntries(steps);
}

async function refuseOtherEncodings(db: Kysely<Schema>): Promise<void> {
  if (!isPostgres(db)) return;
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8')
    throw new Error(
      `The encoding of the PostgreSQL database is ${encoding}, but must be UTF8. Create a database with: create database site encoding UTF8 template template0`,
    );
}

/** Throws if the PostgreSQL user may not create tables in the site’s schema, or if that schema is missing. */
export async function requireCreateRight(db: Kysely<Schema>): Promise<void> {
  if (!isPostgres(db)) return;
  // PostgreSQL skips a schema of the search path that is missing or that the user may not use.
  const { rows } = await sql<{ user: string; database: string; schema: string }>`
    select quote_ident(current_user) as user, current_database() as database,
      coalesce(quote_ident(current_schema()), regexp_replace(current_setting('search_path'), '.*, *', '')) as schema
    where has_schema_privilege(current_schema(), 'CREATE') is not true`.execute(db);
  const [refused] = rows;
  if (refused === undefined) return;
  const { user, database, schema } = refused;
  throw new Error(
    `The PostgreSQL user ${user} may not create tables in the database ${database}. Let an administrator run there: create schema if not exists ${schema}; grant usage, create on schema ${schema} to ${user}`,
  );
}

/**
 * The number of rows that a small machine migrates in a second, in tables with a text search. These tables take most of a
 * migration’s time.
 */
const ROWS_A_SECOND = 25_000;

async function countSearched(db: Kysely<Schema>): Promise<number> {
  let rows = 0;
  for (const table of Object.keys(SEARCHED))
    rows += await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db).then(
      (found) => found.rows[0]?.count ?? 0,
      () => 0,
    );
  return rows;
}

/** This check takes one query. Kysely’s migrator would read all tables and take a lock. */
async function isNewest(db: Kysely<Schema>, schema: string | undefined): Promise<boolean> {
  const table = sql.id(...(schema === undefined ? [] : [schema]), 'kysely_migration');
  try {
    const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db);
    return (
      rows
        .map(({ name }) => name)
        .sort()
        .join() === MIGRATION_NAMES.join()
    );
  } catch {
    // If the migration table is missing, or the database does not answer, the migrator runs. It reports the error, if there is one.
    return false;
  }
}

/** The unknown migration in Kysely’s error about a database of a newer version. */
function newerSchema(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return /^corrupted migrations: .* (\S+) is missing$/.exec(error.message)?.[1];
}

const TRIES = 100;
const LOCK_TIMEOUT_MS = 200;
const HELD_PAUSE_MS = 300;
/** The number of tries while another process holds a lock. Together they take some minutes. */
const HELD_TRIES = 600;
/** PostgreSQL’s error codes when another process holds a lock on the table. */
const HELD_BY_OTHERS = ['55P03', '40P01'];

const GONE = ['3F000', '42P01', '42703', 'XX000'];

/**
 * True for the error with which Kysely fails if the schema of another site is dropped while Kysely reads all schemas of the
 * database.
 */
function isOtherSchemaGone(error: unknown): boolean {
  return GONE.includes(errorCode(error));
}

/** Returns the site's schema. Without it, Kysely would use the migration table of another site in the same database. */
async function currentSchema(db: Kysely<Schema>): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined;
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? undefined;
}
