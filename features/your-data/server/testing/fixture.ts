import { insertRow } from '#server/database/rows.ts';
import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { now }) => {
    await insertRow(db, 'rights_links', {
      token_hash: 'f'.repeat(64),
      email: 'visitor@example.com',
      expires_at: now,
      network: '',
    });
  },
};
