import { Kysely, sql } from 'kysely';
import { afterAll, describe, inject, onTestFinished, TestRunner, test } from 'vitest';
import { dataTables } from '#server/backup/tables.ts';
import { type Db, openDatabase, type Tx } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Schema } from '#server/database/schema.ts';
import { nodeSqliteDialect, openSqliteFile } from '#server/database/sqlite-file.ts';
import { until } from './server-process.ts';
import type { TestApp } from './test-app.ts';

export type TestDatabase = {
  readonly db: Db;
  /**
   * Opens an independent connection, like that of another process. A SQLite database in memory has only one connection, which
   * is returned again.
   */
  readonly anotherDb: () => Db;
  readonly close: () => Promise<void>;
};

export type TestDatabaseOptions = {
  /** Opens a new schema without autovacuum, because the statistics that autovacuum makes would change query plans. */
  readonly isUnused?: boolean;
};

/**
 * A schema on the PostgreSQL server of TEST_DATABASE_URL, otherwise SQLite in memory. The database is closed at the end of the
 * test that opened it.
 */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  const database = await (url === undefined || url === '' ? openInMemory() : openEmptySchema(url, options));
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= database.close();
    return closed;
  };
  whenOver(close);
  return { ...database, close };
}

/**
 * An empty, migrated database. Each later database in memory is a copy of it, because migrating takes longer than most tests.
 */
let template: Uint8Array | undefined;

async function openInMemory(): Promise<TestDatabase> {
  const memory = openSqliteFile(':memory:');
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(memory) });
  if (template === undefined) {
    await migrate(db);
    template = memory.serialize();
  } else memory.deserialize(template);
  // Runs a query, because Kysely closes only a database that it has used.
  await sql`select 1`.execute(db);
  return { db, anotherDb: () => db, close: () => db.destroy() };
}

/** `opened` counts the schemas that this process has opened. `free` lists those that no test uses at the moment. */
let opened = 0;
const free: string[] = [];

/** Each vitest worker migrates a schema once and empties it for each test, which takes a few milliseconds. */
async function openEmptySchema(url: string, { isUnused = false }: TestDatabaseOptions) {
  const used = isUnused ? undefined : free.pop();
  const kind = isUnused ? 'unused' : 'shared';
  const schema = used ?? `${inject('schemaPrefix')}_${process.env.VITEST_POOL_ID}_${kind}_${++opened}`;
  const open = () =>
    openDatabase({ kind: 'postgres', url, schema }, (error) => {
      throw error;
    });
  const db = open();
  const others: Db[] = [];
  // Each test file counts its schemas from 1, so an earlier file in the same worker may have used the same name.
  if (isUnused) await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
  if (used === undefined) {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
    await migrate(db);
  }
  const tables = await dataTables(db);
  const statements = tables.map((table) =>
    isUnused ? `alter table ${table} set (autovacuum_enabled = false)` : `delete from ${table}`,
  );
  await sql.raw(statements.join(';')).execute(db);
  return {
    db,
    anotherDb: () => {
      const other = open();
      others.push(other);
      return other;
    },
    close: async () => {
      await Promise.all([db, ...others].map((one) => one.destroy()));
      free.push(schema);
    },
  };
}

/** The same database with a counter of the statements that are sent through it. */
export function countingStatements(real: Db): { readonly db: Db; readonly take: () => number } {
  let count = 0;
  const db = real.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count++;
      return result;
    },
  });
  const take = () => {
    const taken = count;
    count = 0;
    return taken;
  };
  return { db, take };
}

/** Runs work at the end of the current test, or at the end of the file if no test is running. */
export function whenOver(work: () => unknown): void {
  const end = async () => void (await work());
  if (TestRunner.getCurrentTest() === undefined) afterAll(end);
  else onTestFinished(end);
}

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** For a test whose result does not depend on the database, in a file whose other tests run on SQLite and PostgreSQL. */
export const testOnSqlite: ReturnType<typeof test.skipIf> = test.skipIf(onPostgres);
/** Like `testOnSqlite`, for a `describe`. @public */
export const describeOnSqlite: ReturnType<typeof describe.skipIf> = describe.skipIf(onPostgres);

/** Makes SQLite run a statement after each event on a table, such as "update on sessions", until the test ends. */
export async function addTrigger({ db }: TestApp, event: string, statement: string): Promise<void> {
  await sql.raw(`create trigger meanwhile after ${event} begin ${statement}; end`).execute(db);
  onTestFinished(async () => void (await sql`drop trigger meanwhile`.execute(db)));
}

/**
 * Runs `before` in a transaction, and `during` at the same time. The transaction commits as soon as `during` waits for its locks.
 * Needs PostgreSQL, because SQLite runs one transaction after another.
 */
export async function commitOnceWaitedFor(
  app: Pick<TestApp, 'anotherDb' | 'db'>,
  before: (tx: Tx) => Promise<unknown>,
  during: () => Promise<unknown>,
): Promise<void> {
  let waiting: Promise<unknown> | undefined;
  await app
    .anotherDb()
    .transaction()
    .execute(async (tx) => {
      await before(tx);
      waiting = during();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const blocked = sql`select 1 from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`;
      await until(async () => (await blocked.execute(app.db)).rows.length > 0);
    });
  await waiting;
}
