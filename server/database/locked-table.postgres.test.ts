import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { isDatabaseAway } from './errors.ts';

const URL_OF_TESTS = process.env.TEST_DATABASE_URL ?? '';

// Not on SQLite, which has no second connection that could lock a table.
test.runIf(URL_OF_TESTS)(
  'queries that wait for a locked PostgreSQL table fail after the time limit, and also end on the server',
  async () => {
    const location = { kind: 'postgres', url: URL_OF_TESTS } as const;
    const holder = openDatabase(location, () => {});
    onTestFinished(() => holder.destroy());
    await sql`create table held_by_a_test (id int)`.execute(holder);
    onTestFinished(async () => void (await sql`drop table held_by_a_test`.execute(holder)));
    const db = openDatabase(location, () => {}, { answerWithin: 600 });
    onTestFinished(() => db.destroy());
    const waiting = () =>
      sql<{
        count: string;
      }>`select count(*) from pg_stat_activity where query like '%from held_by_a_test%' and wait_event_type = 'Lock'`
        .execute(holder)
        .then(({ rows }) => Number(rows[0]?.count));
    await holder.transaction().execute(async (tx) => {
      await sql`lock table held_by_a_test in access exclusive mode`.execute(tx);
      for (let round = 0; round < 2; round++) {
        const asked = Array.from({ length: 15 }, () => sql`select id from held_by_a_test`.execute(db));
        for (const result of await Promise.allSettled(asked))
          expect(result).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isDatabaseAway) });
      }
      expect(await waiting()).toBe(0);
    });
  },
);
