import { type Kysely, Migrator, PostgresAdapter, sql } from 'kysely';
import * as accountsAndMail from './migrations/0001-accounts-and-mail.ts';
import * as theOutsideWorld from './migrations/0002-the-outside-world.ts';
import type { Schema } from './schema.ts';

/** In order; a name, once released, never changes. */
const MIGRATIONS = {
  '0001-accounts-and-mail': accountsAndMail,
  '0002-the-outside-world': theOutsideWorld,
};

/** Brings the database to the newest schema; does nothing when it is there. Throws when a step fails (it is rolled back). */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const schema = await currentSchema(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  for (let tried = 1; ; tried++) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (!isOtherSchemaGone(error) || tried === TRIES)
      throw new Error('The database could not be brought up to date.', { cause: error });
  }
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
