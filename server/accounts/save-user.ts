import type { SaveUserBody, UserRecord } from '#contract/users.ts';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import type { PendingVerification } from '#server/accounts/pending-cookie.ts';
import type { Session } from '#server/accounts/sessions.ts';
import { holdsCredential } from '#server/accounts/verification.ts';
import { type AuditEntry, recordAction, wasRecordedSince } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { findRecord } from './record.ts';

/** Saves of one session within so many milliseconds leave one audit line. */
const ONE_LINE_WITHIN = 10 * 60_000;

/**
 * Applies the editable fields and answers the record; `undefined` when the account is gone. One statement writes all
 * fields of a save, so two saves that race never mix theirs (decisions §4).
 */
export function saveUser(
  deps: AccountsDeps,
  { id: sessionId, userId }: Session,
  fields: SaveUserBody,
): Promise<UserRecord | undefined> {
  const changes = changesOf(fields, deps.clock());
  if (changes === undefined) return findRecord(deps.db, userId);
  return deps.db.transaction().execute(async (tx) => {
    const record = await applyChanges(tx, userId, changes);
    if (record !== undefined) await recordSave(deps, tx, { account: userId }, userId, sessionId);
    return record;
  });
}

/**
 * The same for the record just created, by the browser that signed up (decisions §3.5): `undefined` once the address
 * is confirmed, or somebody else's password counts. Decided under the lock of the row that is written, so that nothing
 * of a stranger gets into the record of an owner who confirms at that moment, nor the other way.
 */
export function savePending(
  deps: AccountsDeps,
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
    const changes = changesOf(fields, deps.clock());
    if (changes === undefined) return findRecord(tx, pending.userId);
    const record = await applyChanges(tx, pending.userId, changes);
    await recordSave(deps, tx, 'visitor', pending.userId);
    return record;
  });
}

async function applyChanges(
  tx: Tx,
  id: string,
  changes: NonNullable<ReturnType<typeof changesOf>>,
): Promise<UserRecord | undefined> {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute();
  return findRecord(tx, id);
}

async function recordSave(
  deps: AccountsDeps,
  tx: Tx,
  actor: AuditEntry['actor'],
  subject: string,
  session?: string,
): Promise<void> {
  const entry = { action: 'profile-saved', actor, subject, session } as const;
  const since = new Date(deps.clock().getTime() - ONE_LINE_WITHIN);
  if (!(await wasRecordedSince(deps, tx, entry, since))) await recordAction(deps, tx, entry);
}

function changesOf({ name, gender, dob, about }: SaveUserBody, now: Date) {
  const given = Object.entries({ name, gender, dob, about }).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : { ...Object.fromEntries(given), updated_at: now.toISOString() };
}
