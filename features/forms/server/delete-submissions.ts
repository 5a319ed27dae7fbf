import type { ExpressionBuilder } from 'kysely';
import type { Reason } from '#contract/reasons.ts';
import { DELETION_ORDERED } from '#server/audit/core-actions.ts';
import {
  type AuditActor,
  type AuditDeps,
  recordAction,
  recordDeletion,
} from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Deps } from '#server/feature.ts';
import { deleteNotifications } from '#server/mail/outbox.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { SUBMISSION_DELETED } from './audit-actions.ts';

/** Deleted in one transaction: few, so that the running site never waits long to write. */
const BATCH = 50;

/**
 * A submission with a begun card payment may be paid. `settlePayments` receives or removes it within a day, and
 * ignores older ones.
 */
const PAYMENT_WATCHED_FOR = 2 * DAY_MS;

/** Who deletes; an operator of the console says why. */
export type SubmissionsDeletedBy = AuditActor & { readonly reason?: Reason };

/**
 * Deletes submissions with their files and mails. Returns the ids of those deleted: one whose payment is under way
 * stays.
 * @public
 */
export async function deleteSubmissions(
  deps: AuditDeps & Pick<Deps, 'features' | 'db'>,
  ids: readonly string[],
  by: SubmissionsDeletedBy,
): Promise<string[]> {
  const deleted: string[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    deleted.push(...(await deps.db.transaction().execute((tx) => deleteSome(deps, tx, some, by))));
  }
  return deleted;
}

/** The same for few of them, in a transaction that is open. */
export async function deleteSome(
  deps: AuditDeps & Pick<Deps, 'features'>,
  tx: Tx,
  ids: readonly string[],
  { reason, ...by }: SubmissionsDeletedBy,
): Promise<string[]> {
  // PostgreSQL takes no empty list.
  if (ids.length === 0) return [];
  // Files go with their submission.
  const rows = await tx
    .deleteFrom('submissions')
    .where('id', 'in', ids)
    .where(hasNoPaymentUnderWay(deps.clock()))
    .returning(['id', 'form', 'email', 'digest', 'state', 'payment_intent', 'amount', 'created_at'])
    .execute();
  const deleted = rows.map(({ id }) => id);
  // Who erases their own wants nothing kept.
  if (by.actor === 'visitor')
    for (const { messagesErased } of deps.features) await messagesErased?.(tx, deleted);
  else for (const { messagesDeleted } of deps.features) await messagesDeleted?.(tx, rows);
  await deleteNotifications(tx, deleted);
  for (const subject of deleted) {
    // Its detail is the hash by which a restore finds the submission again.
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
