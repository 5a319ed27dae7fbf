import type { SaveUserBody, UserRecord } from '#contract/users.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { IdentityDeps } from '#server/identity/identity-deps.ts';
import type { PendingVerification } from '#server/identity/pending-cookie.ts';
import { holdsCredential } from '#server/identity/verification.ts';
import { findRecord } from './record.ts';

/**
 * Applies the editable fields and answers the record; `undefined` when the account is gone. One statement writes all
 * fields of a save, so two saves that race never mix theirs (decisions §4).
 */
export async function saveUser(
  db: Db | Tx,
  id: string,
  fields: SaveUserBody,
  now: Date,
): Promise<UserRecord | undefined> {
  const changes = changesOf(fields, now);
  if (changes !== undefined) {
    await db.updateTable('users').set(changes).where('id', '=', id).execute();
  }
  return findRecord(db, id);
}

/**
 * The same for the record just created, by the browser that signed up (decisions §3.5): `undefined` once the address
 * is confirmed, or somebody else's password counts. Decided under the lock of the row that is written, so that nothing
 * of a stranger gets into the record of an owner who confirms at that moment, nor the other way.
 */
export function savePending(
  deps: IdentityDeps,
  pending: PendingVerification,
  fields: SaveUserBody,
): Promise<UserRecord | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email_verified: 0 })
      .where('id', '=', pending.userId)
      .where('email_verified', '=', 0)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n || !(await holdsCredential(deps, tx, pending))) return undefined;
    return saveUser(tx, pending.userId, fields, deps.clock());
  });
}

function changesOf({ name, gender, dob, about }: SaveUserBody, now: Date) {
  const given = Object.entries({ name, gender, dob, about }).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : { ...Object.fromEntries(given), updated_at: now.toISOString() };
}
