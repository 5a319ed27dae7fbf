import { insertRow } from '#server/database/rows.ts';
import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { submissionId, now }) => {
    await insertRow(db, 'payments', {
      submission_id: submissionId,
      state: 'settled',
      digest: 'a'.repeat(64),
      sender: 'b'.repeat(64),
      intent: 'pi_1',
      refusal: null,
      told_at: null,
      created_at: now,
      look_at: now,
    });
  },
};
