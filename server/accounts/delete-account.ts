import { recordAction } from '#server/audit/record-action.ts';
import { storeMail } from '#server/mail/outbox.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { retryLostRaces } from './lost-race.ts';

/**
 * Removes the account with everything that belongs to the person, in one transaction; an audit line without personal
 * data and the farewell mail stay (decisions §3.11). False when the account was gone already.
 *
 * @param session the id of the session that its owner does it from
 */
export async function deleteAccount(deps: AccountsDeps, id: string, session?: string): Promise<boolean> {
  const deleted = await retryLostRaces(() => deleteInOne(deps, id, session));
  if (deleted) deps.wakeMail();
  return deleted;
}

function deleteInOne(deps: AccountsDeps, id: string, session: string | undefined): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    // First, so that of two deletions one wins. Passwords, sessions, links and stored messages go with the row.
    const user = await tx.deleteFrom('users').where('id', '=', id).returning('email').executeTakeFirst();
    if (user === undefined) return false;
    await tx.deleteFrom('sign_ups').where('id', '=', id).execute();
    await tx.deleteFrom('outbox').where('user_id', '=', id).execute();
    await tx
      .deleteFrom('outbox')
      .where('recipient', '=', user.email)
      // What others sent through a form goes to the operator, who may have had an account with that address.
      .where('kind', '<>', 'form-notification')
      .execute();
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
