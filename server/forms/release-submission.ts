import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { type NotificationDeps, storeNotification } from './notification.ts';

export type ReleasedSubmission = { readonly kind: 'released' | 'not-found' | 'not-quarantined' };

/** An operator treats a quarantined submission as received after all. Of two releases at once one finds nothing to do. */
export async function releaseSubmission(
  deps: NotificationDeps & AuditDeps & { readonly db: Db },
  id: string,
): Promise<ReleasedSubmission> {
  const kind = await receiveWaiting(deps, id, 'quarantined', (tx) =>
    recordAction(deps, tx, { action: 'submission-released', actor: 'operator', subject: id }),
  );
  return { kind: kind === 'received' ? 'released' : kind === 'not-there' ? 'not-found' : 'not-quarantined' };
}

/**
 * Receives a submission that was stored in another state: its notification is stored in the same transaction, and it
 * joins the sender's messages. Of several calls at once, in any number of processes, one receives it.
 *
 * @param inTheEnd the last part of that transaction
 */
export function receiveWaiting(
  deps: NotificationDeps & { readonly db: Db },
  id: string,
  state: 'quarantined' | 'unpaid',
  inTheEnd: (tx: Tx) => Promise<void> = async () => {},
): Promise<'received' | 'not-there' | 'not-waiting'> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('submissions').select('id').where('id', '=', id).executeTakeFirst();
    if (found === undefined) return 'not-there';
    const row = await tx
      .updateTable('submissions')
      .set({ state: 'received' })
      .where('id', '=', id)
      .where('state', '=', state)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return 'not-waiting';
    await storeNotification(deps, tx, row);
    await inTheEnd(tx);
    return 'received';
  });
}
