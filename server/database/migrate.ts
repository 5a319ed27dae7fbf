import { type Kysely, Migrator, PostgresAdapter, sql } from 'kysely';
import * as accountsAndMail from './migrations/0001-accounts-and-mail.ts';
import type { Schema } from './schema.ts';

/** In order; a name, once released, never changes. */
const MIGRATIONS = { '0001-accounts-and-mail': accountsAndMail };

/** Brings the database to the newest schema; does nothing when it is there. Throws when a step fails (it is rolled back). */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const schema = await currentSchema(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The database could not be brought up to date.', { cause: error });
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
