import { isNotReceived } from '#server/database/not-received.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';
import { deleteNotifications } from '#server/mail/outbox.ts';

/** Submissions of no account, with their files and mails. `settlePayments` removes those that wait for a payment. */
function removeSubmissions(state: 'received' | 'quarantined'): RemoveSome {
  return removeOldest(
    (tx, before) => {
      const old = tx
        .selectFrom('submissions')
        .select('id')
        .where('state', '=', state)
        .where('created_at', '<=', before)
        .orderBy('created_at');
      // Quarantined ones belong to no account's messages.
      return state === 'received' ? old.where('user_id', 'is', null) : old.where(isNotReceived);
    },
    async (tx, ids) => {
      await tx.deleteFrom('submissions').where('id', 'in', ids).execute();
      await deleteNotifications(tx, ids);
    },
  );
}

export const formRetention: Readonly<Record<string, RemoveSome>> = {
  'quarantined-submissions': removeSubmissions('quarantined'),
  'received-submissions': removeSubmissions('received'),
};
