import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, type Logger, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { answeringPool } from './answering-pool.ts';
import { applicationName } from './application-name.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { Schema } from './schema.ts';
import { type DatabaseWatch, queryLogger } from './watch-queries.ts';

export type Db = Kysely<Schema>;
/** A query that takes part in a transaction says so in its type. */
export type Tx = Transaction<Schema>;

/** Where the data lives: a file (or `:memory:`), or a PostgreSQL server. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema?: string };

const POSTGRES_CONNECTIONS = 10;
/** Milliseconds that SQLite waits for another program that has the file. The whole process waits with it. */
export const SQLITE_PATIENCE = 5_000;

/**
 * Opens the database; creates the file when missing, and its folder, for this user only. Throws when it cannot be opened.
 *
 * @param onIdleError called when an unused PostgreSQL connection breaks; the pool replaces it by itself
 * @param answerWithin milliseconds after which a query at PostgreSQL counts as failed; without it, a query takes as long
 *   as it takes, which changes of the schema and the operator's reports may need
 * @param watch is told of every query
 */
export function openDatabase(
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
  { answerWithin, watch }: { readonly answerWithin?: number; readonly watch?: DatabaseWatch } = {},
): Db {
  return location.kind === 'sqlite'
    ? openSqlite(location.file, watch)
    : openPostgres(location, onIdleError, answerWithin, watch);
}

function openSqlite(file: string, watch: DatabaseWatch | undefined): Db {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: SQLITE_PATIENCE });
  // An acknowledged write survives a power cut: decisions §2.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  // Deleted content is overwritten with zeros (decisions §3.11, §7). `fast` would leave it in pages that become free.
  database.exec('pragma secure_delete = on');
  return new Kysely<Schema>({ dialect: nodeSqliteDialect(database), ...logging(watch) });
}

function openPostgres(
  location: DatabaseLocation & { kind: 'postgres' },
  onIdleError: (error: Error) => void,
  answerWithin: number | undefined,
  watch: DatabaseWatch | undefined,
): Db {
  const pool = new pg.Pool({
    connectionString: location.url,
    max: POSTGRES_CONNECTIONS,
    // A restore recognises a running site by its connections, so keep one open when idle: `application-name.ts`.
    min: 1,
    connectionTimeoutMillis: 5_000,
    fallback_application_name: applicationName(location),
    // Ours, not the server's `statement_timeout`: a network that loses what is sent loses its answer too, and pools
    // between us and the server refuse connections that set it.
    ...(answerWithin === undefined ? {} : { query_timeout: answerWithin }),
    ...(location.schema === undefined ? {} : { options: `-c search_path=${location.schema}` }),
  });
  pool.on('error', onIdleError);
  // One that breaks while it is used: its query fails and says so. Unheard, the same error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  watch?.onPool(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: answeringPool(pool, () => watch?.onQueryError('failed')) }),
    ...logging(watch),
  });
}

function logging(watch: DatabaseWatch | undefined): { log?: Logger } {
  const log = queryLogger(watch);
  return log === undefined ? {} : { log };
}

/** Throws when the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('users').select('id').limit(1).execute();
}
