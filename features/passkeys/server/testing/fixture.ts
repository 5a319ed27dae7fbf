import { insertRow } from '#server/database/rows.ts';
import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { userId: user_id, now }) => {
    await insertRow(db, 'passkeys', {
      id: 'a-passkey',
      user_id,
      public_key: 'a2V5',
      counter: 0,
      transports: 'internal',
      name: 'A phone',
      discoverable: 1,
      backed_up: 1,
      created_at: now,
      last_used_at: null,
      opens_console_from: now,
    });
    await insertRow(db, 'webauthn_challenges', {
      challenge: 'a-challenge',
      token_hash: 'b'.repeat(64),
      purpose: 'add',
      user_id,
      expires_at: now,
    });
  },
};
