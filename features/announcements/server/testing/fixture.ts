import { insertRow } from '#server/database/rows.ts';
import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { now }) => {
    await insertRow(db, 'announcements', { id: 'a-line', text: 'A line.', starts_at: now, ends_at: now });
  },
};
