import type { ExpressionBuilder } from 'kysely';
import type { Reason } from '#contract/operators.ts';
import { DELETION_ORDERED } from '#server/audit/core-actions.ts';
import { type AuditActor, recordAction, recordDeletion } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { chunksOf } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import type { SiteDeps } from '#server/feature.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { SUBMISSION_DELETED } from './audit-actions.ts';
import { deleteNotifications } from './message-mails.ts';

/** Submissions per transaction. A small number lets the running site write in between. */
const BATCH_SIZE = 50;

/**
 * A submission whose unfinished payment is younger than this is not deleted. `settlePayments` finishes or deletes it within a day.
 */
const PAYMENT_WATCHED_FOR = 2 * DAY_MS;

type SubmissionsDeletedBy = AuditActor & { readonly reason?: Reason };

/** Deletes submissions with their files and mails. Returns the deleted ids. Skips submissions with a running payment. @public */
export async function deleteSubmissions(
  deps: SiteDeps,
  ids: readonly string[],
  by: SubmissionsDeletedBy,
): Promise<string[]> {
  const deleted: string[] = [];
  for (const some of chunksOf(ids, BATCH_SIZE))
    deleted.push(...(await deps.db.transaction().execute((tx) => deleteSome(deps, tx, some, by))));
  return deleted;
}

/** Like `deleteSubmissions`, for a few submissions in the caller's transaction. */
export async function deleteSome(
  deps: SiteDeps,
  tx: Tx,
  ids: readonly string[],
  { reason, ...by }: SubmissionsDeletedBy,
): Promise<string[]> {
  // Runs no query without ids, because PostgreSQL refuses a condition with an empty list.
  if (ids.length === 0) return [];
  const rows = await tx
    .deleteFrom('submissions')
    .where('id', 'in', ids)
    .where(hasNoPaymentUnderWay(deps.clock()))
    .returning(['id', 'form', 'email', 'digest', 'state', 'payment_intent', 'amount', 'created_at'])
    .execute();
  const deleted = rows.map(({ id }) => id);
  // Senders who delete their own messages want their data gone, so features keep nothing that normally outlives a message.
  if (by.actor === 'visitor')
    for (const { messagesErased } of deps.features) await messagesErased?.(tx, deleted);
  else for (const { messagesDeleted } of deps.features) await messagesDeleted?.(tx, rows);
  await deleteNotifications(tx, deleted);
  for (const subject of deleted) {
    // The audit line has a hash of the id. After a restore, it shows which submission to delete again.
    await recordDeletion(deps, tx, { ...by, action: SUBMISSION_DELETED, subject });
    if (reason !== undefined)
      await recordAction(deps, tx, { ...by, action: DELETION_ORDERED, subject, detail: reason });
  }
  return deleted;
}

function hasNoPaymentUnderWay(now: Date) {
  const watchedSince = timeAfter(now, -PAYMENT_WATCHED_FOR);
  return (eb: ExpressionBuilder<Schema, 'submissions'>) =>
    eb.or([
      eb('state', '!=', 'unpaid'),
      eb('payment_intent', 'is', null),
      eb('created_at', '<', watchedSince),
    ]);
}
