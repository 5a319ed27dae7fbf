import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startSilenceableProxy } from '#server/testing/silenceable-proxy.ts';
import { openDatabase } from './database.ts';
import { isDatabaseAway } from './is-away.ts';

const URL_OF_TESTS = process.env.TEST_DATABASE_URL ?? '';

// SQLite is in the process itself: nothing on the way can fall silent.
test.runIf(URL_OF_TESTS)(
  'PostgreSQL that falls silent is not waited for longer than told, and its connection not used again',
  async () => {
    const proxy = await startSilenceableProxy(URL_OF_TESTS);
    onTestFinished(proxy.close);
    const db = openDatabase({ kind: 'postgres', url: proxy.url }, () => {}, { answerWithin: 300 });
    onTestFinished(() => db.destroy());
    await sql`select 1`.execute(db);
    const cut = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.fallSilent();
      await sql`select 2`.execute(tx);
    });
    await expect(cut).rejects.toSatisfy(isDatabaseAway);
    proxy.speak();
    // The first connection stays silent for ever, as one does that a router on the way has forgotten.
    expect((await sql<{ three: number }>`select 3 as three`.execute(db)).rows).toEqual([{ three: 3 }]);
  },
);
