import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, type Logger, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { makeFolder } from '#server/private-files.ts';
import { errorCode, kindOfError, type QueryErrorKind, SQLITE_BUSY } from './errors.ts';
import type { Schema } from './schema.ts';
import { nodeSqliteDialect, openSqliteFile } from './sqlite-file.ts';

/** Sites may share a database, so the `application_name` has the schema. URL and PGAPPNAME can override it. */
function applicationName({ url, schema }: DatabaseLocation & { kind: 'postgres' }): string {
  const options = new URL(url).searchParams.get('options') ?? '';
  const [, searchPath = 'public'] = /search_path\s*=\s*(\S+)/.exec(options) ?? [];
  return `site in ${schema ?? searchPath}`;
}

const TRIES = 100;
const BETWEEN_TRIES_MS = 100;

/**
 * Whether other connections have this `application_name`, which means that the site runs. Waits for a killed process, because
 * PostgreSQL closes its connections only after their statements. Connections of other database users may be invisible.
 */
export async function hasOtherConnections(db: Db): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = current_setting('application_name')`.execute(db);
    if (rows.length === 0) return false;
    if (tries === TRIES) return true;
    await wait(BETWEEN_TRIES_MS);
  }
}

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema?: string };

const POSTGRES_CONNECTIONS = 10;

/** Returns PostgreSQL's counts and sums (`bigint`) as numbers, like SQLite; the driver would return text. */
const POSTGRES_TYPES = new pg.TypeOverrides();
POSTGRES_TYPES.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Creates a missing SQLite file and its folder, readable by this user only. Throws if the database cannot be opened.
 * @param onIdleError called if an unused PostgreSQL connection breaks; the pool replaces it
 * @param answerWithin milliseconds for a query on PostgreSQL; unlimited by default
 * @param watch functions that are called for every query
 */
export function openDatabase(
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
  limits: { readonly answerWithin?: number; readonly watch?: DatabaseWatch } = {},
): Db {
  if (location.kind === 'postgres') return openPostgres(location, onIdleError, limits);
  const { file } = location;
  if (file !== ':memory:') keepPrivate(file);
  return new Kysely<Schema>({ dialect: nodeSqliteDialect(openSqliteFile(file)), ...logging(limits.watch) });
}

export async function usingDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(location, () => {});
  return work(db).finally(() => db.destroy());
}

/** Makes the database file and its write-ahead log private to their owner. SQLite gives a new log the permissions of the file. */
function keepPrivate(file: string): void {
  makeFolder(dirname(file));
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const name of [file, `${file}-wal`, `${file}-shm`].filter(existsSync)) {
    if ((statSync(name).mode & 0o077) === 0) continue;
    try {
      chmodSync(name, 0o600);
    } catch {
      // If the file belongs to another user, only that user can change its permissions, so the error is ignored.
    }
  }
}

function openPostgres(
  location: DatabaseLocation & { kind: 'postgres' },
  onIdleError: (error: Error) => void,
  { answerWithin, watch }: { readonly answerWithin?: number; readonly watch?: DatabaseWatch },
): Db {
  const pool = new pg.Pool({
    connectionString: location.url,
    types: POSTGRES_TYPES,
    max: POSTGRES_CONNECTIONS,
    // A restore recognises a running site by its connections (`hasOtherConnections`), so one connection always stays open.
    min: 1,
    connectionTimeoutMillis: 5_000,
    fallback_application_name: applicationName(location),
    // The client needs its own time limit, because a broken network would also lose the answer of the server.
    ...(answerWithin === undefined ? {} : { query_timeout: answerWithin }),
    // Without pipelining, a connection whose query got no answer would return to the pool, and its next query would wait for
    // that answer.
    pipeline: true,
    // Each connection first sets the isolation level that the site's statements need, because the default of the database may be
    // another.
    onConnect: (client) => client.query(settingsOf(answerWithin)),
    ...(location.schema === undefined ? {} : { options: `-c search_path=${location.schema}` }),
  });
  pool.on('error', onIdleError);
  // When a used connection breaks, its query fails. Without a listener, the same error would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  watch?.onPool(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  return new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: {
        connect: () =>
          pool.connect().catch((error: unknown) => {
            watch?.onQueryError('failed');
            throw error;
          }),
        end: () => pool.end(),
      },
    }),
    ...logging(watch),
  });
}

/**
 * These settings are sent as a statement, because poolers such as PgBouncer refuse them as start-up parameters. PostgreSQL
 * cancels a statement shortly before the client stops waiting: an abandoned statement would keep its lock, and each retry would
 * wait for it. PostgreSQL also ends a transaction that gets no further statement, because the machine of the client may have
 * vanished.
 */
function settingsOf(answerWithin: number | undefined): string {
  const isolation = 'set session characteristics as transaction isolation level read committed';
  if (answerWithin === undefined) return isolation;
  const ms = Math.round(answerWithin * 0.9);
  return `${isolation}; set statement_timeout = ${ms}; set lock_timeout = ${Math.round(ms / 2)}; set idle_in_transaction_session_timeout = ${answerWithin}`;
}

/** Makes Kysely report queries to `watch`. Without it, Kysely logs nothing. */
function logging(watch: DatabaseWatch | undefined): { log?: Logger } {
  if (watch === undefined) return {};
  return {
    log: (event) => {
      if (event.level === 'query') watch.onQuery(event.queryDurationMillis / 1_000);
      else watch.onQueryError(kindOfError(event.error));
    },
  };
}

export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('outbox').select('id').limit(1).execute();
}

/** Functions that are called for queries and connections, for metrics. They must be quick and must not throw. */
export type DatabaseWatch = {
  readonly onQuery: (seconds: number) => void;
  readonly onQueryError: (kind: QueryErrorKind) => void;
  /** Called once, with a function that counts the pool's connections. */
  readonly onPool: (counts: () => { total: number; idle: number; waiting: number }) => void;
};

/**
 * Makes this process the only server that uses its SQLite folder, until the process ends. Throws if another server uses the
 * folder. Operator commands ignore the lock. Does nothing on PostgreSQL or in a folder that is not writable.
 */
export function lockDataFolder(location: DatabaseLocation): void {
  if (location.kind === 'postgres') return;
  const folder = dirname(location.file);
  try {
    makeFolder(folder);
    // The lock is an open, empty database. The operating system releases the lock when the process ends.
    const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
    held.push(lock);
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    if (errorCode(error) !== SQLITE_BUSY) return;
    throw new Error(
      `Another server runs on the data folder ${folder}, and only one can use an SQLite file. Stop it first, give this one its own DATA_DIR, or use PostgreSQL (DATABASE_URL).`,
    );
  }
}

/** Without this reference, garbage collection would close the lock databases and release their locks. */
const held: DatabaseSync[] = [];
