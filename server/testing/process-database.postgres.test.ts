import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import { openTestPlace } from './test-process.ts';

// Advisory locks count in a whole database. A server whose database falls silent holds its own for seconds.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a lock that is held in one place keeps no other place waiting',
  async () => {
    const [holder, other] = [(await openTestPlace()).open(), (await openTestPlace()).open()];
    await holder.transaction().execute(async (held) => {
      await advisoryLock(held, 'of a test');
      const locked = other.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '2s'`.execute(tx);
        await advisoryLock(tx, 'of a test');
        return 'locked';
      });
      await expect(locked).resolves.toBe('locked');
    });
    await Promise.all([holder.destroy(), other.destroy()]);
  },
);
