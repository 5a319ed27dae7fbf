import { type Kysely, Migrator, PostgresAdapter, sql } from 'kysely';
import * as initial from './migrations/0001-initial.ts';
import type { Schema } from './schema.ts';

/** In order; a name, once released, never changes. */
const MIGRATIONS = { '0001-initial': initial };

/** The last step that this version of the site knows. */
export const NEWEST_SCHEMA = Object.keys(MIGRATIONS).sort().at(-1) ?? '';

/** Whether this version of the site knows how to go on from that step. */
export const knowsSchema = (version: string) => Object.hasOwn(MIGRATIONS, version);

/**
 * Brings the database to the newest schema; does nothing when it is there. Throws when a step fails (it is rolled back),
 * and when a newer version of the site has changed the schema.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const schema = await currentSchema(db);
  if (await isNewest(db, schema)) return;
  const migrator = createMigrator(db, schema);
  for (let tried = 1; ; tried++) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (isNewerSchema(error)) {
      throw new Error(
        `A newer version of the site has used this database: this one knows its schema up to ${NEWEST_SCHEMA} only. Start the newer version, or restore a backup from before it.`,
      );
    }
    if (!isOtherSchemaGone(error) || tried === TRIES)
      throw new Error('The database could not be brought up to date.', { cause: error });
  }
}

/**
 * Creates all tables in an empty PostgreSQL schema, within the transaction that the caller has begun on this connection.
 *
 * @param connection what `db.connection()` hands out
 */
export async function createTables(connection: Kysely<Schema>): Promise<void> {
  const migrator = createMigrator(connection, await currentSchema(connection), { disableTransactions: true });
  for (let tried = 1; ; tried++) {
    await sql`savepoint create_tables`.execute(connection);
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (!isOtherSchemaGone(error) || tried === TRIES) throw error;
    await sql`rollback to savepoint create_tables`.execute(connection);
  }
}

function createMigrator(
  db: Kysely<Schema>,
  schema: string | undefined,
  options: { disableTransactions?: boolean } = {},
): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    ...options,
  });
}

/** By one look, where Kysely takes a lock and looks at every table there is: nearly every start finds nothing to do. */
async function isNewest(db: Kysely<Schema>, schema: string | undefined): Promise<boolean> {
  const table = sql.id(...(schema === undefined ? [] : [schema]), 'kysely_migration');
  try {
    const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db);
    return (
      rows
        .map(({ name }) => name)
        .sort()
        .join() === Object.keys(MIGRATIONS).sort().join()
    );
  } catch {
    // No such table yet, or no database: what is done next says which.
    return false;
  }
}

/** Kysely's words for steps that were taken and that it does not know. */
function isNewerSchema(error: unknown): boolean {
  return error instanceof Error && /^corrupted migrations:.* is missing$/s.test(error.message);
}

const TRIES = 100;
const GONE_MEANWHILE = ['3F000', '42P01', '42703', 'XX000'];

/** Kysely looks at all schemas of a PostgreSQL database; one that somebody drops at that moment fails the look. */
function isOtherSchemaGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && GONE_MEANWHILE.includes(String(error.code));
}

/**
 * Kysely looks for its own tables in every schema unless told which one: two sites in two schemas of one PostgreSQL
 * database would each take the other's for theirs.
 */
async function currentSchema(db: Kysely<Schema>): Promise<string | undefined> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return undefined;
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? undefined;
}
