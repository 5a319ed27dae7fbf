import { insertRow } from '#server/database/rows.ts';
import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { userId: user_id, now }) => {
    const before = { email: 'confirmed@example.com', passwords: [], recovery_codes: [] };
    await insertRow(db, 'account_changes', {
      id: 'a-change',
      user_id,
      kind: 'passkeys',
      detail: 'added',
      before: JSON.stringify(before),
      token_hash: '1'.repeat(64),
      created_at: now,
      contested_at: null,
      kept_at: null,
      former_email: null,
    });
  },
};
