import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { type NotificationDeps, storeNotification, storeReceipt } from './notification.ts';

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
 * Receives a submission that was stored in another state, with its notification in the same transaction. Of concurrent
 * calls one receives it.
 *
 * @param beforeCommit the last part of that transaction
 */
export function receiveWaiting(
  deps: NotificationDeps & { readonly db: Db },
  id: string,
  state: 'quarantined' | 'unpaid',
  beforeCommit: (tx: Tx) => Promise<void> = async () => {},
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
    // Whoever filled the trap was told at once that all went well; a receipt days later would only puzzle.
    if (state === 'unpaid') await storeReceipt(deps, tx, row);
    await beforeCommit(tx);
    return 'received';
  });
}
