import { type Kysely, Migrator } from 'kysely';
import * as accountsAndMail from './migrations/0001-accounts-and-mail.ts';
import type { Schema } from './schema.ts';

/** In order; a name, once released, never changes. */
const MIGRATIONS = { '0001-accounts-and-mail': accountsAndMail };

/** Brings the database to the newest schema; does nothing when it is there. Throws when a step fails (it is rolled back). */
export async function migrate(db: Kysely<Schema>, schema?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The database could not be brought up to date.', { cause: error });
}
