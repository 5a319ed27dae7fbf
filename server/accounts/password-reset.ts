import { PAGES } from '#contract/paths.ts';
import { recordAction } from '#server/audit/record-action.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { sign } from '#server/settings/keyring.ts';
import { findAccount, holdAccount } from './accounts.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { retryLostRaces } from './lost-race.ts';
import { findLink, spendLink, storeLink } from './mail-links.ts';
import { freshSalt, hashPassword } from './passwords.ts';
import { takeOver } from './verification.ts';

/** Mails a reset link to the account of the address; for an address without one, writes the same rows as decoys. */
export async function requestReset(deps: AccountsDeps, { email }: { email: string }): Promise<void> {
  const known = await findAccount(deps.db, email);
  const [now, token] = [deps.clock(), deps.newToken()];
  // The same for the same address, so that a second request replaces the first link as it does for an account.
  const decoyId = `decoy:${sign(deps.keyring, 'decoy', email)}`;
  await deps.db.transaction().execute(async (tx) => {
    await holdAccount(tx, known?.id ?? decoyId, 'shared');
    const isThere = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', known?.id ?? decoyId)
      .executeTakeFirst();
    const userId = isThere?.id ?? decoyId;
    await storeLink(tx, 'reset', userId, token, now);
    await storeMail(
      tx,
      {
        id: deps.newId(),
        kind: 'reset-password',
        to: email,
        userId,
        decoy: userId === decoyId,
        values: { link: `${deps.origin}${PAGES.authReset}?token=${token}` },
      },
      deps.mails,
      now,
    );
    // Also where there is no account: the line is of nobody then, and took the same work.
    await recordAction(deps, tx, {
      action: 'password-reset-requested',
      actor: 'visitor',
      subject: userId,
    });
  });
  deps.wakeMail();
}

export type ResetResult = { readonly kind: 'changed' } | { readonly kind: 'link-not-valid' };

/**
 * Sets the new password and ends every session of the account (decisions §3.8). The link proved the mailbox, so an
 * address that was not confirmed is confirmed by it.
 */
export async function resetPassword(
  deps: AccountsDeps,
  { token, password }: { token: string; password: string },
): Promise<ResetResult> {
  const link = await findLink(deps.db, 'reset', token, deps.clock());
  if (link === undefined) return { kind: 'link-not-valid' };
  const passwordHash = await hashPassword(password, freshSalt());
  const reset = () =>
    deps.db.transaction().execute(async (tx): Promise<ResetResult> => {
      if (!(await spendLink(tx, 'reset', link.userId, token))) return { kind: 'link-not-valid' };
      await tx.deleteFrom('mail_links').where('id', '=', `verify:${link.userId}`).execute();
      if (!(await takeOver(deps, tx, link.userId, passwordHash))) return { kind: 'link-not-valid' };
      await recordAction(deps, tx, {
        action: 'password-reset',
        actor: { account: link.userId },
        subject: link.userId,
      });
      return { kind: 'changed' };
    });
  // A sign-up and a sign-in with a provider take account and link the other way round; whoever loses tries again.
  return retryLostRaces(reset);
}
