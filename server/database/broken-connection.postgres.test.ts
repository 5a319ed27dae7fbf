import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSilenceableProxy } from '#server/testing/loopback-servers.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/test-process.ts';
import { type Db, openDatabase, pingDatabase } from './database.ts';
import { isDatabaseAway } from './errors.ts';
import { migrate } from './migrate.ts';

const URL_OF_TESTS = process.env.TEST_DATABASE_URL ?? '';

function openPostgres(url = URL_OF_TESTS, limits: { answerWithin?: number } = {}): Db {
  const db = openDatabase({ kind: 'postgres', url }, () => {}, limits);
  onTestFinished(() => db.destroy());
  return db;
}

/** Opens a database behind a proxy, with a time limit of 300 ms for each query. */
async function openBehindProxy() {
  const proxy = await startSilenceableProxy(URL_OF_TESTS);
  onTestFinished(proxy.close);
  return { proxy, db: openPostgres(proxy.url, { answerWithin: 300 }) };
}

async function openNewDatabase(properties: string, defaults?: string): Promise<Db> {
  const server = openPostgres();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await sql`create database ${sql.id(name)} ${sql.raw(properties)}`.execute(server);
  onTestFinished(async () => void (await sql`drop database ${sql.id(name)} with (force)`.execute(server)));
  if (defaults) await sql`alter database ${sql.id(name)} ${sql.raw(defaults)}`.execute(server);
  return openPostgres(Object.assign(new URL(URL_OF_TESTS), { pathname: `/${name}` }).href);
}

/** Waits until the query sleeps. A connection that ends earlier may be reset before PostgreSQL sends the reason. */
const endOnceAsleep = (db: Db, pid = 0) =>
  waitFor(async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid = ${pid} and wait_event = 'PgSleep'`.execute(db);
    expect(rows).toHaveLength(1);
  });

// These tests need PostgreSQL: SQLite runs in the process itself, so it has no connection that could break.
describe.runIf(URL_OF_TESTS)('on PostgreSQL', () => {
  test('a connection that ends in the middle of a transaction makes the transaction fail, but not the process', async () => {
    const { db, anotherDb } = await openTestDatabase();
    const other = anotherDb();
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      // Another connection ends this one while it waits for an answer, as a restart of the database would.
      const waiting = sql`select pg_sleep(60)`.execute(tx);
      await Promise.all([waiting, endOnceAsleep(other, rows[0]?.pid)]);
    });
    // Both errors are right: on a busy machine, the client may notice the closed connection before it reads the reason.
    await expect(broken).rejects.toThrow(/terminat|ECONNRESET/);
    await pingDatabase(db);
  });

  test('a query that PostgreSQL does not answer fails after the time limit, and its connection is not used again', async () => {
    const { proxy, db } = await openBehindProxy();
    await sql`select 1`.execute(db);
    const cut = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.fallSilent();
      await sql`select 2`.execute(tx);
    });
    await expect(cut).rejects.toSatisfy(isDatabaseAway);
    proxy.speak();
    // This query uses a new connection. The silenced connection never answers again, as if a router had forgotten it.
    expect((await sql<{ three: number }>`select 3 as three`.execute(db)).rows).toEqual([{ three: 3 }]);
  });

  test('PostgreSQL releases the locks of a process whose connection is lost in the middle of a transaction', async () => {
    const { proxy, db } = await openBehindProxy();
    const { db: other } = await openTestDatabase();
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(other);
    const table = sql.table(`${rows[0]?.schema}.locked`);
    await sql`create table ${table} (id int)`.execute(other);
    // The table is dropped, because later test files of this worker use the same schema.
    onTestFinished(async () => void (await sql`drop table ${table}`.execute(other)));
    const cut = db.transaction().execute(async (tx) => {
      await sql`lock table ${table}`.execute(tx);
      proxy.fallSilent();
      // Waits until PostgreSQL ends the transaction.
      await sql`insert into ${table} values (1)`.execute(other);
    });
    await expect(cut).rejects.toSatisfy(isDatabaseAway);
    expect((await sql`select id from ${table}`.execute(other)).rows).toEqual([{ id: 1 }]);
  });

  test('queries that wait for a locked PostgreSQL table fail after the time limit, and PostgreSQL stops them too', async () => {
    const holder = openPostgres();
    await sql`create table held_by_a_test (id int)`.execute(holder);
    onTestFinished(async () => void (await sql`drop table held_by_a_test`.execute(holder)));
    const db = openPostgres(URL_OF_TESTS, { answerWithin: 600 });
    const waiting = sql`
      select pid from pg_stat_activity
      where query like '%from held_by_a_test%' and wait_event_type = 'Lock'`;
    await holder.transaction().execute(async (tx) => {
      await sql`lock table held_by_a_test in access exclusive mode`.execute(tx);
      for (let round = 0; round < 2; round++) {
        const asked = Array.from({ length: 15 }, () => sql`select id from held_by_a_test`.execute(db));
        for (const result of await Promise.allSettled(asked))
          expect(result).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isDatabaseAway) });
      }
      expect((await waiting.execute(holder)).rows).toEqual([]);
    });
  });

  test('the site does not start if the database’s encoding cannot store every letter, and says what to do', async () => {
    const latin = await openNewDatabase("encoding 'LATIN1' locale 'C' template template0");
    await expect(migrate(latin)).rejects.toThrow(/is LATIN1.*encoding UTF8/);
  });

  test('concurrent changes of a row succeed, even if transactions are serializable by default', async () => {
    const db = await openNewDatabase('', "set default_transaction_isolation = 'serializable'");
    await sql`create table counted (total int not null)`.execute(db);
    await sql`insert into counted values (0)`.execute(db);
    const addOne = (to: Db) => sql`update counted set total = total + 1`.execute(to);
    const inTransaction = () =>
      db.transaction().execute(async (tx) => {
        await sql`select total from counted`.execute(tx);
        await addOne(tx);
      });
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? addOne(db) : inTransaction())));
    expect((await sql`select total from counted`.execute(db)).rows).toEqual([{ total: 20 }]);
  });
});
