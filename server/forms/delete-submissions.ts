import type { ExpressionBuilder } from 'kysely';
import { recordDeletion } from '#server/audit/deletions.ts';
import type { AuditDeps } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { deleteNotifications } from '#server/mail/outbox.ts';
import { SAME_PAYMENT_WITHIN } from './store-submission.ts';
import { filteredSubmissions, type SubmissionFilter } from './stored-submissions.ts';

/** Deleted in one transaction: few, so that the running site never waits long to write. */
const BATCH = 50;

/**
 * A submission with a begun card payment may be paid. `settlePayments` receives or removes it within a day, and
 * ignores older ones.
 */
const PAYMENT_WATCHED_FOR = 2 * SAME_PAYMENT_WITHIN;

/** The ids of all that match and may be deleted. */
export async function deletableSubmissions(db: Db, filter: SubmissionFilter, now: Date): Promise<string[]> {
  const rows = await filteredSubmissions(db, filter)
    .select('id')
    .where(hasNoPaymentUnderWay(now))
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes submissions with their files and mails. Returns the ids of those deleted: one whose payment is under way
 * stays.
 */
export async function deleteSubmissions(
  deps: AuditDeps & { readonly db: Db },
  ids: readonly string[],
  actor: 'operator' | 'visitor' = 'operator',
): Promise<string[]> {
  const deleted: string[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    deleted.push(...(await deleteBatch(deps, ids.slice(at, at + BATCH), actor)));
  }
  return deleted;
}

function deleteBatch(
  deps: AuditDeps & { readonly db: Db },
  ids: readonly string[],
  actor: 'operator' | 'visitor',
): Promise<string[]> {
  return deps.db.transaction().execute(async (tx) => {
    // Files go with their submission.
    const rows = await tx
      .deleteFrom('submissions')
      .where('id', 'in', ids)
      .where(hasNoPaymentUnderWay(deps.clock()))
      .returning('id')
      .execute();
    const deleted = rows.map(({ id }) => id);
    await deleteNotifications(tx, deleted);
    for (const subject of deleted) {
      await recordDeletion(deps, tx, { action: 'submission-deleted', actor, subject });
    }
    return deleted;
  });
}

function hasNoPaymentUnderWay(now: Date) {
  const watchedSince = new Date(now.getTime() - PAYMENT_WATCHED_FOR).toISOString();
  return (eb: ExpressionBuilder<Schema, 'submissions'>) =>
    eb.or([
      eb('state', '!=', 'unpaid'),
      eb('payment_intent', 'is', null),
      eb('created_at', '<', watchedSince),
    ]);
}
