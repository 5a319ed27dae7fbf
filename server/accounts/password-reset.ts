import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { requestMail } from '#server/mail/outbox.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { storePassword } from './address-password.ts';
import { setPassword } from './passwords.ts';
import { hashToken } from './token-hash.ts';

/**
 * Asks for a mail with a reset link. Whether the address has an account is looked up later, when the mail is written
 * (`requested-mails.ts`): the answer cannot tell.
 */
export async function requestReset(deps: AccountsDeps, { email }: { email: string }): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await requestMail(tx, { id: deps.newId(), kind: 'reset-password', to: email }, deps.clock());
    await recordAction(deps, tx, { action: 'password-reset-requested', actor: 'visitor' });
  });
}

export type ResetResult = { readonly kind: 'changed' } | { readonly kind: 'link-not-valid' };

/** Sets the new password, and ends every session and every other reset link of the account (decisions §3.4 and §3.8). */
export async function resetPassword(
  deps: AccountsDeps,
  { token, password }: { token: string; password: string },
): Promise<ResetResult> {
  const tokenHash = hashToken(token);
  const link = await deps.db
    .selectFrom('reset_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id as userId', 'u.email'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.expires_at', '>', deps.clock().toISOString())
    .executeTakeFirst();
  if (link === undefined) return { kind: 'link-not-valid' };
  const { userId, email } = link;
  return storePassword(deps, { email, password }, async (tx, passwordHash): Promise<ResetResult> => {
    if (!(await lockUser(tx, userId))) return { kind: 'link-not-valid' };
    const used = await tx.deleteFrom('reset_links').where('token_hash', '=', tokenHash).executeTakeFirst();
    if (used.numDeletedRows !== 1n) return { kind: 'link-not-valid' };
    await tx.deleteFrom('reset_links').where('user_id', '=', userId).execute();
    await setPassword(tx, userId, passwordHash, deps.clock());
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    await recordAction(deps, tx, {
      action: 'password-reset',
      actor: { account: userId },
      subject: userId,
    });
    return { kind: 'changed' };
  });
}

/**
 * Makes sign-ins and deletions of the account wait until the transaction ends: a sign-in that checked the old password
 * then finds the new one, or its session is found and ended. False when the account is gone.
 */
async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
