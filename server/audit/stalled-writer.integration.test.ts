import { expect, onTestFinished, test } from 'vitest';
import { chainWriter, freshChain, recordLine } from '#server/testing/audit-chain.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { recordAction } from './record-action.ts';
import { verifyChain } from './verify-chain.ts';

// On SQLite the site is one process: when it stands still, nobody waits for it.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a process that stops while it holds the end of the chain is not waited for by all others',
  async () => {
    const database = await openTestDatabase();
    onTestFinished(database.close);
    const writer = chainWriter(database.db);
    await freshChain(writer, 1);
    const [held, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => woken.resolve());
    const stopped = database
      .anotherDb()
      .transaction()
      .execute(async (tx) => {
        await recordAction(writer, tx, { action: 'signed-out', actor: 'visitor' });
        held.resolve();
        await woken.promise;
      });
    const outcome = expect(stopped).rejects.toThrow();
    await held.promise;
    await recordLine(writer, 'somebody');
    woken.resolve();
    await outcome;
    expect(await verifyChain(database.db, writer)).toMatchObject({ problems: [], lines: 2 });
  },
  15_000,
);
