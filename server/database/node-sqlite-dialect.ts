import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type LimitNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely';

const STATEMENTS_KEPT = 200;

/**
 * Kysely's SQLite dialect on Node's own SQLite. Its one connection serves one caller at a time.
 *
 * @param reopen for a database that can only be read at the moment: opens it for writing, or returns undefined
 */
export function nodeSqliteDialect(database: DatabaseSync, reopen?: () => DatabaseSync | undefined): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver({ database, reopen }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new WrittenLimitCompiler(),
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

/** Writes limits into the statement: SQLite plans a statement anew whenever a limit is bound, which is slower than running it. */
class WrittenLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`);
    else super.visitLimit(node);
  }
}

type Handle = { database: DatabaseSync; reopen: (() => DatabaseSync | undefined) | undefined };

class NodeSqliteDriver extends SqliteDriver {
  readonly #handle: Handle;

  constructor(handle: Handle) {
    super({ database: preparedOnce(handle) });
    this.#handle = handle;
  }

  // IMMEDIATE takes the write lock at once, so that another process can never make a transaction fail half-way.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has already rolled back by itself after some errors (a full disk, for one).
    if (this.#handle.database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** The database as Kysely's driver calls it. Keeps the newest statements prepared. */
function preparedOnce(handle: Handle): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => {
      if (handle.database.isOpen) handle.database.close();
    },
    prepare: (sql) => {
      // No transaction is open on a database that can only be read: to begin one fails.
      const writable = handle.reopen?.();
      if (writable !== undefined) {
        handle.database.close();
        handle.database = writable;
        handle.reopen = undefined;
        kept.clear();
      }
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= STATEMENTS_KEPT) kept.delete(oldest);
      const statement = prepare(handle.database, sql);
      kept.set(sql, statement);
      return statement;
    },
  };
}

/** Rows become plain objects here: those that Node makes have no prototype and are slower to work with. */
function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => name);
  const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: columns.length > 0,
    all: (parameters) =>
      statement.all(...bound(parameters)).map((values) => {
        const row: Record<string, unknown> = {};
        for (let i = 0; i < columns.length; i++) row[columns[i] ?? ''] = (values as unknown as unknown[])[i];
        return row;
      }),
    run: (parameters) => statement.run(...bound(parameters)),
    iterate: () => {
      throw new Error('Rows are not read one by one on SQLite here.');
    },
  };
}
