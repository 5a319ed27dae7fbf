import { createHmac } from 'node:crypto';
import { UNDO_CHANGES_RETENTION } from '#content/features/undo-changes-data.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import type { Move } from '#features/accounts/server/slots.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { updateRows } from '#server/database/rows.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { secondsAfter } from '#server/time.ts';

/**
 * The change by which an account left this address, while its link can undo it. No second account opens there until then: the change
 * could not be undone any more.
 */
export async function findMoveFrom(db: Db | Tx, email: string, now: Date): Promise<Move | undefined> {
  const oldest = secondsAfter(now, -UNDO_CHANGES_RETENTION['account-changes'].days * 24 * 60 * 60);
  const row = await db
    .selectFrom('account_changes')
    .select(['id', 'user_id', 'token_hash'])
    .where('former_email', '=', email)
    .where((eb) => eb.or([eb('created_at', '>', oldest), eb('contested_at', 'is not', null)]))
    .where('kept_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row && { id: row.id, userId: row.user_id, tokenHash: row.token_hash };
}

/** The token of the link that contests a change. It follows from the change, so that the link can be mailed again. */
export function changeToken(secret: string, changeId: string): string {
  return createHmac('sha256', secret).update(`account change ${changeId}`).digest('base64url');
}

/**
 * The token of a change that was mailed before, made with whichever secret the site had then. A change of an earlier version gets
 * a new one; the link in its first mail ends.
 */
export async function mailedToken(tx: Tx, keyring: Keyring, { id, tokenHash }: Move): Promise<string> {
  const known = keyring
    .map((secret) => changeToken(secret, id))
    .find((token) => hashToken(token) === tokenHash);
  if (known !== undefined) return known;
  const token = changeToken(keyring[0], id);
  await updateRows(tx, 'account_changes', { id }, { token_hash: hashToken(token) });
  return token;
}
