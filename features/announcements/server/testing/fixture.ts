import type { Fixture } from '#server/testing/fixture.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { now }) => {
    await db
      .insertInto('announcements')
      .values({ id: 'a-line', text: 'A line.', starts_at: now, ends_at: now })
      .execute();
  },
};
