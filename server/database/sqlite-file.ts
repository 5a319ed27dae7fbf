import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
} from 'kysely';
import type { Logger } from 'pino';
import { dayOf } from '#server/time.ts';
import { isPostgres } from './advisory-lock.ts';
import type { Db } from './database.ts';

/** Milliseconds that SQLite waits for a lock of another program. The wait blocks the whole process. */
export const SQLITE_PATIENCE = 5_000;

/** Opens a SQLite file with the settings of the site. Throws if the file cannot be written. */
export function openSqliteFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: SQLITE_PATIENCE });
  try {
    // With `synchronous = full`, an acknowledged write survives a power cut (docs/product.md, "Database").
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    // This setting overwrites deleted content with zeros (docs/product.md, "Deletion"). The value `fast` would leave the
    // content in free pages.
    database.exec('pragma secure_delete = on');
    return database;
  } catch (error) {
    // Closes the file even if it is no database. Otherwise the file would stay locked, and a restore could not replace it.
    database.close();
    throw error;
  }
}

/**
 * Rewrites the database file, because `secure_delete` leaves copies of deleted rows in the free part of pages. Blocks the whole
 * site, 7 s for a gigabyte. Throws if the disk has no space for a second copy. Not needed on PostgreSQL.
 */
export async function rewriteFile(db: Db): Promise<void> {
  if (isPostgres(db)) return;
  await sql`vacuum`.execute(db);
  await emptyWriteAheadLog(db);
}

/** Moves SQLite’s write-ahead log into the database file and empties it, unless a backup is reading the log. */
export async function emptyWriteAheadLog(db: Db): Promise<void> {
  if (isPostgres(db)) return;
  await db.connection().execute(async (own) => {
    // With a timeout, the checkpoint would wait for a reader of the log, and the wait would block the whole site.
    await sql`pragma busy_timeout = 0`.execute(own);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(own);
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(SQLITE_PATIENCE)}`.execute(own);
    }
  });
}

/** Rewrites the file while the site runs: `now` at each call, `daily` at the first call of a new UTC day. Failures are logged. */
export function createFileRewriter({ db, clock, log }: RewriterDeps) {
  let rewrittenOn = dayOf(clock());
  const now = () =>
    rewriteFile(db).catch((err: unknown) =>
      log.error(
        { err },
        'the database file could not be rewritten: traces of deleted rows stay in it for another day',
      ),
    );
  const daily = async () => {
    const today = dayOf(clock());
    if (today !== rewrittenOn) await now();
    rewrittenOn = today;
  };
  return { now, daily } as const;
}

type RewriterDeps = { readonly db: Db; readonly clock: () => Date; readonly log: Pick<Logger, 'error'> };

const STATEMENTS_KEPT = 200;

export function nodeSqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Runs migrations in a transaction, because SQLite can roll back schema changes: a failed migration leaves nothing, and two
 * processes may start at the same time.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: kyselyDatabase(database) });
    this.#database = database;
  }

  // IMMEDIATE takes the write lock at once, so that another process cannot make the transaction fail later.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After some errors, such as a full disk, SQLite has already rolled back, and another rollback would fail.
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Caches prepared statements: reading a session and its user then takes 140 µs, not 240 µs. */
function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      if (kept.size === STATEMENTS_KEPT && !kept.has(sql)) kept.clear();
      return kept.getOrInsertComputed(sql, () => prepare(database, sql));
    },
  };
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bound(parameters)),
    run: (parameters) => statement.run(...bound(parameters)),
    iterate: (parameters) => statement.iterate(...bound(parameters)),
  };
}
