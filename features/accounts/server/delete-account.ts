import { ACCOUNT_DELETED } from '#content/mails.ts';
import { REASONS, type Reason } from '#contract/reasons.ts';
import { forgetPayments } from '#features/card-payments/server/forget-payments.ts';
import { idsSentFrom } from '#features/forms/server/sender-addresses.ts';
import { recordDeletion } from '#server/audit/deletions.ts';
import { type AuditActor, type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { retryOnConflict } from '#server/database/retry-on-conflict.ts';
import type { Deps } from '#server/feature.ts';
import { deleteNotifications, storeMail } from '#server/mail/outbox.ts';
import { requireDeletionIn } from './deletion-proof.ts';
import { lockUser } from './lock-user.ts';
import type { Session } from './sign-in-types.ts';
import { operatorsOf } from './slots.ts';

/**
 * Deletes the account and everything of the person in one transaction, except an audit line without personal data and
 * the farewell mail (decisions §3.11). False when the account was gone already.
 */
export async function deleteAccount(deps: DeletionDeps, id: string, by: DeletedBy): Promise<boolean> {
  const deleted = await retryOnConflict(() => deleteInOne(deps, id, by));
  if (deleted) deps.wakeMail();
  return deleted;
}

type DeletionDeps = AuditDeps & Pick<Deps, 'features' | 'db' | 'mails' | 'wakeMail' | 'origin'>;

/** Its owner, with the session it is done from, which must be proved, or an operator, who says why. */
export type DeletedBy = { readonly session: Session } | { readonly reason: Reason; readonly by: AuditActor };

function deleteInOne(deps: DeletionDeps, id: string, by: DeletedBy): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    if ('session' in by) await requireDeletionIn(deps, tx, by.session);
    else await lockUser(tx, id);
    await operatorsOf(deps)?.refuseLastOwner(tx, id);
    // Before anything is deleted: whether an operator may do it is seen from what is there.
    if ('reason' in by) await by.by.stillMay?.(tx);
    const { email, messages, listEntries } = await removePerson(tx, id);
    if (email === undefined) return false;
    await storeMail(
      tx,
      {
        id: deps.newId(),
        kind: 'account-deleted',
        to: email,
        userId: null,
        values: ACCOUNT_DELETED['reason' in by ? by.reason : 'asked'],
      },
      deps.mails,
      deps.clock(),
    );
    const { actor, session } = 'reason' in by ? by.by : { actor: { account: id }, session: by.session.id };
    for (const subject of messages) {
      await recordDeletion(deps, tx, { action: 'submission-deleted', actor, subject });
    }
    for (const subject of listEntries) {
      await recordDeletion(deps, tx, { action: 'launch-list-left', actor, subject });
    }
    // Its detail is the hash by which a restore finds the account again.
    await recordDeletion(deps, tx, { action: 'account-deleted', actor, subject: id, session });
    if ('reason' in by) {
      const { reason } = by;
      await recordAction(deps, tx, { ...by.by, action: 'deletion-ordered', subject: id, detail: reason });
      await operatorsOf(deps)?.tellOfDeletion(deps, tx, { what: 'an account', reason: REASONS[reason] });
    }
    return true;
  });
}

/**
 * Removes everything of an account, or of the sign-up that becomes one: with the messages that were sent signed out from
 * its address and its entry in the launch list, whose ids are answered, and the mails that wait for the person. `email` is
 * undefined when there was no account.
 */
export async function removePerson(
  tx: Tx,
  id: string,
): Promise<{
  readonly email: string | undefined;
  readonly messages: readonly string[];
  readonly listEntries: readonly string[];
}> {
  const own = await tx.selectFrom('submissions').select('id').where('user_id', '=', id).execute();
  // Before the rest, so that of two deletions one wins. Passwords, sessions, links and stored messages go with the row.
  const user = await tx.deleteFrom('users').where('id', '=', id).returning('email').executeTakeFirst();
  await tx.deleteFrom('sign_ups').where('id', '=', id).execute();
  await tx.deleteFrom('outbox').where('user_id', '=', id).execute();
  if (user === undefined) return { email: undefined, messages: [], listEntries: [] };
  const { email } = user;
  await tx
    .deleteFrom('outbox')
    .where('recipient', '=', email)
    // What others sent through a form goes to the operator, who may have had an account with that address.
    .where('kind', 'not in', ['form-notification', 'rights-reminder'])
    // How often strangers were mailed who sign up with the address stays counted: their answers must not tell of the deletion.
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('state', 'in', ['requested', 'waiting']),
        not(exists(selectFrom('sign_ups as s').select('s.id').whereRef('s.id', '=', 'outbox.user_id'))),
      ]),
    )
    .execute();
  const rows = await tx
    .deleteFrom('submissions')
    .where('user_id', 'is', null)
    .where('id', 'in', idsSentFrom(email))
    .returning('id')
    .execute();
  const messages = rows.map((row) => row.id);
  await deleteNotifications(tx, messages);
  await forgetPayments(tx, [...own.map((row) => row.id), ...messages]);
  await tx.deleteFrom('rights_links').where('email', '=', email).execute();
  await tx
    .deleteFrom('staff_invitations')
    .where((eb) => eb.or([eb('email', '=', email), eb('invited_by', '=', id)]))
    .execute();
  const entries = await tx.deleteFrom('launch_list').where('email', '=', email).returning('id').execute();
  return { email, messages, listEntries: entries.map((entry) => entry.id) };
}
