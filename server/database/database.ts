import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
/** A query that takes part in a transaction says so in its type. */
export type Tx = Transaction<Schema>;

/** Where the data lives: a file (or `:memory:`), or a PostgreSQL server. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema?: string };

const POSTGRES_CONNECTIONS = 10;

/**
 * Opens the database; creates the file and its folder when missing. Throws when it cannot be opened.
 *
 * @param onIdleError called when an unused PostgreSQL connection breaks; the pool replaces it by itself
 */
export function openDatabase(location: DatabaseLocation, onIdleError: (error: Error) => void): Db {
  return location.kind === 'sqlite' ? openSqlite(location.file) : openPostgres(location, onIdleError);
}

function openSqlite(file: string): Db {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 5_000 });
  // An acknowledged write survives a power cut: decisions §2.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  return new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
}

function openPostgres(
  location: DatabaseLocation & { kind: 'postgres' },
  onIdleError: (error: Error) => void,
): Db {
  const pool = new pg.Pool({
    connectionString: location.url,
    max: POSTGRES_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    ...(location.schema === undefined ? {} : { options: `-c search_path=${location.schema}` }),
  });
  pool.on('error', onIdleError);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Throws when the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('users').select('id').limit(1).execute();
}
