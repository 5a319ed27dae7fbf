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

/**
 * The `application_name` of the site's connections, with the schema, since several sites may share a database. The
 * operator's own name (in the URL, or PGAPPNAME) takes precedence.
 */
function applicationName({ url, schema }: DatabaseLocation & { kind: 'postgres' }): string {
  const options = new URL(url).searchParams.get('options') ?? '';
  const [, searchPath = 'public'] = /search_path\s*=\s*(\S+)/.exec(options) ?? [];
  return `site in ${schema ?? searchPath}`;
}

const TRIES = 100;
const TRY_EACH_MS = 100;

/**
 * Whether other connections have our `application_name`, so the site runs. Waits ten seconds for those of a process
 * that just ended: PostgreSQL ends the connections of a killed one only after what they were busy with. Connections of other database users may be invisible.
 */
export async function hasOtherConnections(db: Db): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = current_setting('application_name')`.execute(db);
    if (rows.length === 0) return false;
    if (tries === TRIES) return true;
    await wait(TRY_EACH_MS);
  }
}

export type Db = Kysely<Schema>;
/** A query that takes part in a transaction says so in its type. */
export type Tx = Transaction<Schema>;

/** Where the data lives: a file (or `:memory:`), or a PostgreSQL server. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema?: string };

const POSTGRES_CONNECTIONS = 10;
/**
 * Opens the database; creates a missing file and its folder, for this user only. Throws when it cannot be opened.
 *
 * @param onIdleError called when an unused PostgreSQL connection breaks; the pool replaces it
 * @param answerWithin milliseconds that a query may take at PostgreSQL; unlimited by default, for migrations and
 *    reports
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

/** Opens the database for some work, and closes it after. */
export async function usingDatabase<T>(location: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(location, () => {});
  return work(db).finally(() => db.destroy());
}

function openSqlite(file: string, watch: DatabaseWatch | undefined): Db {
  if (file !== ':memory:') makeFolder(dirname(file));
  keepPrivate(file);
  return new Kysely<Schema>({ dialect: nodeSqliteDialect(openSqliteFile(file)), ...logging(watch) });
}

/** Nobody but the owner may read the file, nor its log, which SQLite gives the same rights. */
function keepPrivate(file: string): void {
  if (file === ':memory:') return;
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const name of [file, `${file}-wal`, `${file}-shm`].filter(existsSync)) {
    if ((statSync(name).mode & 0o077) === 0) continue;
    try {
      chmodSync(name, 0o600);
    } catch {
      // Another user's file.
    }
  }
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
    // A restore recognises a running site by its connections, so keep one open when idle: `hasOtherConnections`.
    min: 1,
    connectionTimeoutMillis: 5_000,
    fallback_application_name: applicationName(location),
    // Beside the server's own limit below: a network that loses what is sent loses its answer too.
    ...(answerWithin === undefined ? {} : { query_timeout: answerWithin }),
    // Otherwise a connection whose query went unanswered returns to the pool, and the next query waits behind the lost one.
    pipeline: true,
    // Whatever the database's own default is: all our statements are written for it, and single ones are not repeated.
    onConnect: (client) => client.query(settingsOf(answerWithin)),
    ...(location.schema === undefined ? {} : { options: `-c search_path=${location.schema}` }),
  });
  pool.on('error', onIdleError);
  // One that breaks while it is used: its query fails and says so. Unheard, the same error would end the process.
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
 * Set by a statement, as pools between us and the server refuse connections that begin with these. The server ends what takes
 * too long a little before we stop waiting: abandoned, it would go on, and each new connection would wait behind the same lock.
 */
function settingsOf(answerWithin: number | undefined): string {
  const isolation = 'set session characteristics as transaction isolation level read committed';
  if (answerWithin === undefined) return isolation;
  const ms = Math.round(answerWithin * 0.9);
  return `${isolation}; set statement_timeout = ${ms}; set lock_timeout = ${Math.round(ms / 2)}`;
}

/** Kysely's log; without a watch it stays off, which costs nothing. */
function logging(watch: DatabaseWatch | undefined): { log?: Logger } {
  if (watch === undefined) return {};
  return {
    log: (event) => {
      if (event.level === 'query') watch.onQuery(event.queryDurationMillis / 1_000);
      else watch.onQueryError(kindOfError(event.error));
    },
  };
}

/** Throws when the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('outbox').select('id').limit(1).execute();
}

/** Who wants to know how the database does. Called for each query: must be quick and must not throw. */
export type DatabaseWatch = {
  readonly onQuery: (seconds: number) => void;
  /** Also when no connection was to be had. */
  readonly onQueryError: (kind: QueryErrorKind) => void;
  /** Hands over, once, where PostgreSQL's connections can be counted at any time. */
  readonly onPool: (counts: () => { total: number; idle: number; waiting: number }) => void;
};

/**
 * Makes this process the only server on its SQLite folder, until it ends, however it ends. Operator commands do not ask
 * for the lock. Throws when another server has it. Does nothing on PostgreSQL, nor where the folder cannot be written:
 * then no server can write to the database either.
 */
export function lockDataFolder(location: DatabaseLocation): void {
  if (location.kind === 'postgres') return;
  const folder = dirname(location.file);
  try {
    makeFolder(folder);
    // A database of its own that stays empty: the operating system ends the lock with the process.
    const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
    held.push(lock);
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    if (errorCode(error) !== SQLITE_BUSY) return;
    throw new Error(
      `Another server runs on the data folder ${folder}, and two on one SQLite file would work against each other. Stop it first, give this one its own DATA_DIR, or use PostgreSQL (DATABASE_URL).`,
    );
  }
}

/** Closed when it is collected, the lock would end. */
const held: DatabaseSync[] = [];
