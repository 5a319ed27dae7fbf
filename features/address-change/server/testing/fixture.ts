import type { Fixture } from '#server/testing/fixture.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { userId: user_id, now }) => {
    await db
      .insertInto('address_changes')
      .values({ user_id, email: 'next@example.com', token_hash: 'e'.repeat(64), expires_at: now })
      .execute();
  },
};
