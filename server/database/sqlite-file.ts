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

/** Milliseconds that SQLite waits for another program that has the file. The whole process waits with it. */
export const SQLITE_PATIENCE = 5_000;

/** Opens a database file, or creates it. Throws when it cannot be written. */
export function openSqliteFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: SQLITE_PATIENCE });
  try {
    // An acknowledged write survives a power cut (docs/product.md, "Database").
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    // Deleted content is overwritten with zeros (docs/product.md, "Deletion"). `fast` would leave it in pages that become free;
    // `rewriteFile` removes what this leaves.
    database.exec('pragma secure_delete = on');
    return database;
  } catch (error) {
    // Left open, a file that is no database would stay locked, and a restore could not replace it.
    database.close();
    throw error;
  }
}

/**
 * Writes SQLite's file afresh, without the traces of deleted rows: `secure_delete` overwrites the rows themselves, but not
 * the copies that stay in the free part of a page when SQLite moves rows between pages. The whole site waits meanwhile,
 * 7 s for a gigabyte. Throws where the disk has no room for a second file. PostgreSQL cleans up by itself.
 */
export async function rewriteFile(db: Db): Promise<void> {
  if (isPostgres(db)) return;
  await sql`vacuum`.execute(db);
  await emptyWriteAheadLog(db);
}

/** Moves what SQLite's write-ahead log holds into the file, and overwrites it; where a backup is reading it, by the next call. */
export async function emptyWriteAheadLog(db: Db): Promise<void> {
  if (isPostgres(db)) return;
  await db.connection().execute(async (own) => {
    // Waiting for the reader would keep everybody waiting: the whole site stands still meanwhile.
    await sql`pragma busy_timeout = 0`.execute(own);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(own);
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(SQLITE_PATIENCE)}`.execute(own);
    }
  });
}

/**
 * Rewrites the file of a running site: `now`, or `daily`, which is to be called each hour, at its first call on a new day
 * (UTC). A failure is logged, and never thrown.
 */
export function createFileRewriter({ db, clock, log }: RewriterDeps) {
  let rewrittenOn = dayOf(clock());
  const now = () =>
    rewriteFile(db).catch((err: unknown) =>
      log.error(
        { err },
        'the database file could not be rewritten: traces of deleted rows stay in it until tomorrow',
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

/** Kysely's SQLite dialect on Node's own SQLite. Its one connection serves one caller at a time. */
export function nodeSqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * SQLite rolls schema changes back with their transaction, which Kysely does not assume. A migration that fails leaves
 * nothing behind, and of two processes that start at once the second finds the work done.
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

  // IMMEDIATE takes the write lock at once, so that another process can never make a transaction fail half-way.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has already rolled back by itself after some errors (a full disk, for one).
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Keeps statements prepared: reading a session and its user takes 140 µs instead of 240. */
function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      if (kept.size === STATEMENTS_KEPT) kept.clear();
      const statement = prepare(database, sql);
      kept.set(sql, statement);
      return statement;
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
