import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  visit: ({ post }) => post(LAUNCH_LIST, { email: 'launch@example.com' }),
  isStored: async (db) => (await db.selectFrom('launch_list').select('id').execute()).length > 0,
};
