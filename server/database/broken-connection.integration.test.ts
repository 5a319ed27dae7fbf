import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { waitFor } from '#server/testing/wait-for.ts';
import { type Db, pingDatabase } from './database.ts';

/** One that is ended before it has read the question may be reset without the farewell that says why. */
const endOnceAsleep = (db: Db, pid = 0) =>
  waitFor(async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid = ${pid} and wait_event = 'PgSleep'`.execute(db);
    expect(rows).toHaveLength(1);
  });

// SQLite has no connection that could break.
test.runIf(process.env.TEST_DATABASE_URL)(
  'PostgreSQL that goes away in the middle of a transaction ends the transaction, not the process',
  async () => {
    const { db, anotherDb, close } = await openTestDatabase();
    onTestFinished(close);
    const other = anotherDb();
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      // Waits for the answer of a connection that somebody ends meanwhile, as a restart of the database would.
      const waiting = sql`select pg_sleep(60)`.execute(tx);
      await Promise.all([waiting, endOnceAsleep(other, rows[0]?.pid)]);
    });
    await expect(broken).rejects.toThrow(/terminat/);
    await pingDatabase(db);
  },
);
