import type { Fixture } from '#server/testing/fixture.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { now }) => {
    await db
      .insertInto('rights_links')
      .values({ token_hash: 'f'.repeat(64), email: 'visitor@example.com', expires_at: now, network: '' })
      .execute();
  },
};
