import { createHmac } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { UNDO_CHANGES_RETENTION } from '#content/features/undo-changes-data.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import type { Undo } from '#features/accounts/server/slots.ts';
import { updateRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';

/** The condition for changes whose link still works: for some days, and longer while the change is contested. */
export function canBeUndone(now: Date) {
  const oldest = timeAfter(now, -UNDO_CHANGES_RETENTION['account-changes'].days * DAY_MS);
  return (eb: ExpressionBuilder<Schema, 'account_changes'>) =>
    eb.or([eb('created_at', '>', oldest), eb('contested_at', 'is not', null)]);
}

export const findMoveFrom: Undo['findMoveFrom'] = async (db, email, now) => {
  const row = await db
    .selectFrom('account_changes')
    .select(['id', 'user_id', 'token_hash'])
    .where('former_email', '=', email)
    .where(canBeUndone(now))
    .where('kept_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row && { id: row.id, userId: row.user_id, tokenHash: row.token_hash };
};

/** The token of the link that contests a change. It is derived from the change, so that the link can be mailed again. */
export function changeToken(secret: string, changeId: string): string {
  return createHmac('sha256', secret).update(`account change ${changeId}`).digest('base64url');
}

/**
 * The token in a change's mailed link. A token that no secret can derive again is replaced; the link mailed before then stops
 * working.
 */
export const mailedToken: Undo['mailedToken'] = async (tx, keyring, { id, tokenHash }) => {
  const known = keyring
    .map((secret) => changeToken(secret, id))
    .find((token) => hashToken(token) === tokenHash);
  if (known !== undefined) return known;
  const token = changeToken(keyring[0], id);
  await updateRows(tx, 'account_changes', { id }, { token_hash: hashToken(token) });
  return token;
};
