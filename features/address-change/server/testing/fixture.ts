import { insertRow } from '#server/database/rows.ts';
import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { userId: user_id, now }) => {
    await insertRow(db, 'address_changes', {
      user_id,
      email: 'next@example.com',
      token_hash: 'e'.repeat(64),
      expires_at: now,
    });
  },
};
