import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { userId, now }) => {
    const account = { provider: 'github', account_id: '4711', user_id: userId, created_at: now } as const;
    await db.insertInto('provider_accounts').values(account).execute();
  },
};
