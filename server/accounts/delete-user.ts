import { holdAccount } from '#server/accounts/accounts.ts';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import { retryLostRaces } from '#server/accounts/lost-race.ts';
import { endLinks } from '#server/accounts/mail-links.ts';
import { recordAction } from '#server/audit/record-action.ts';
import { storeMail } from '#server/mail/outbox.ts';

/**
 * Removes the account with everything that belongs to the person, in one transaction; an audit line without personal
 * data and the farewell mail stay (decisions §3.11). False when the account was gone already.
 *
 * @param session the id of the session that its owner does it from
 */
export async function deleteUser(deps: AccountsDeps, id: string, session?: string): Promise<boolean> {
  // A password reset takes account and links the other way round; whoever loses tries again.
  const deleted = await retryLostRaces(() => deleteInOne(deps, id, session));
  if (deleted) deps.wakeMail();
  return deleted;
}

function deleteInOne(deps: AccountsDeps, id: string, session: string | undefined): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await holdAccount(tx, id, 'alone');
    const shadows = await tx.selectFrom('users').select('id').where('shadows', '=', id).execute();
    // Accounts, sessions, stored messages and the shadow go with the row. First, so that of two deletions one wins.
    const user = await tx.deleteFrom('users').where('id', '=', id).returning('email').executeTakeFirst();
    if (user === undefined) return false;
    const ids = [id, ...shadows.map((shadow) => shadow.id)];
    await tx.deleteFrom('outbox').where('user_id', 'in', ids).execute();
    await endLinks(tx, ids);
    await storeMail(
      tx,
      { id: deps.newId(), kind: 'account-deleted', to: user.email, userId: null, values: {} },
      deps.mails,
      deps.clock(),
    );
    await recordAction(deps, tx, {
      action: 'account-deleted',
      actor: { account: id },
      subject: id,
      session,
    });
    return true;
  });
}
