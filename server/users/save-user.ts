import type { SaveUserBody, UserRecord } from '#contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { findRecord } from './record.ts';

/**
 * Applies the editable fields and answers the record; `undefined` when the account is gone. One statement writes all
 * fields of a save, so two saves that race never mix theirs (decisions §4).
 */
export async function saveUser(
  db: Db,
  id: string,
  { name, gender, dob, about }: SaveUserBody,
  now: Date,
): Promise<UserRecord | undefined> {
  const given = Object.entries({ name, gender, dob, about }).filter(([, value]) => value !== undefined);
  if (given.length > 0) {
    await db
      .updateTable('users')
      .set({ ...Object.fromEntries(given), updated_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
  }
  return findRecord(db, id);
}
