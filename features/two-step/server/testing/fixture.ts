import { insertRow } from '#server/database/rows.ts';
import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { userId: user_id, now }) => {
    const common = { token_hash: 'c'.repeat(64), user_id, expires_at: now };
    // The app is unconfirmed, because `released-data.postgres.test.ts` signs in with the password alone.
    await insertRow(db, 'second_steps', {
      user_id,
      secret: 'a secret',
      confirmed_at: null,
      last_used_step: 0,
      created_at: now,
      opens_console_from: null,
    });
    await insertRow(db, 'recovery_codes', { user_id, code_hash: 'd'.repeat(64), unsaved_set: null });
    await db
      .insertInto('trusted_browsers')
      .values({ ...common, id: 'a-browser', created_at: now })
      .execute();
    await insertRow(db, 'sign_in_steps', {
      ...common,
      way: 'password',
      credential: null,
      remember: 0,
      tries: 0,
    });
  },
};
