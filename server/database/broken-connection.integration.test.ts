import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { pingDatabase } from './database.ts';

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
      await Promise.all([waiting, sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other)]);
    });
    await expect(broken).rejects.toThrow(/terminat/);
    await pingDatabase(db);
  },
);
