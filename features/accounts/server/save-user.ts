import type { SaveUserBody, UserRecord } from '#features/accounts/profile-bodies.ts';
import { type AuditEntry, recordAction, wasRecordedSince } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { PROFILE_SAVED } from './audit-actions.ts';
import type { Session } from './sign-in-types.ts';
import { findSignUpOf, recordOfSignUp } from './sign-ups.ts';
import { findRecord, pickProfile } from './users.ts';

/** Saves of one session within so many milliseconds leave one audit line. */
const ONE_LINE_WITHIN = 10 * 60_000;

/**
 * Saves the editable fields and returns the record; `undefined` when the account is gone. One statement writes all
 * fields, so racing saves never mix (docs/product.md, "Product API").
 */
export function saveUser(
  deps: Deps,
  { id: sessionId, userId }: Pick<Session, 'id' | 'userId'>,
  fields: SaveUserBody,
): Promise<UserRecord | undefined> {
  const changes = changesOf(fields, deps.clock());
  if (changes === undefined) return findRecord(deps.db, userId);
  return deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set(changes).where('id', '=', userId).execute();
    const record = await findRecord(tx, userId);
    if (record !== undefined) await recordSave(deps, tx, { account: userId }, userId, sessionId);
    return record;
  });
}

/** The same for the sign-up of this browser (docs/product.md, "Sign-up"); `undefined` once the address is confirmed. */
export async function saveSignUp(
  deps: Deps,
  browser: string,
  fields: SaveUserBody,
): Promise<UserRecord | undefined> {
  const now = deps.clock();
  const signUp = await findSignUpOf(deps.db, browser, now);
  if (signUp === undefined || signUp.confirmed_at !== null) return undefined;
  const changes = changesOf(fields, now);
  if (changes === undefined) return recordOfSignUp(signUp);
  return deps.db.transaction().execute(async (tx) => {
    const saved = await tx
      .updateTable('sign_ups')
      .set(changes)
      .where('id', '=', signUp.id)
      .where('confirmed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (saved === undefined) return undefined;
    await recordSave(deps, tx, 'visitor', saved.id);
    return recordOfSignUp(saved);
  });
}

async function recordSave(
  deps: Deps,
  tx: Tx,
  actor: AuditEntry['actor'],
  subject: string,
  session?: string,
): Promise<void> {
  const entry = { action: PROFILE_SAVED, actor, subject, session } as const;
  const since = new Date(deps.clock().getTime() - ONE_LINE_WITHIN);
  if (!(await wasRecordedSince(deps, tx, entry, since))) await recordAction(deps, tx, entry);
}

function changesOf(body: SaveUserBody, now: Date) {
  const given = pickProfile(body);
  return Object.keys(given).length === 0 ? undefined : { ...given, updated_at: now.toISOString() };
}
