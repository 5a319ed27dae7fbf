import type { Tx } from '#server/database/database.ts';
import { chunksOf, deleteRows, updateRows } from '#server/database/rows.ts';
import { nobody } from '#server/database/tables.ts';

export const SUBMISSION_ID_PREFIX = 'submission-';
export const RECEIPT_ID_PREFIX = 'receipt-';
export const REMINDER_ID_PREFIX = 'reminder-';
/**
 * The maximum replies to one submission. The number is fixed, so that the ids of all their mails can be derived from the
 * submission’s id.
 */
const REPLIES_MOST = 20;

/** Derived from the submission's id, so that there is only one such mail, and a deletion of the submission finds it. */
export function notificationId(submissionId: string): string {
  return `${SUBMISSION_ID_PREFIX}${submissionId}`;
}

export function receiptId(submissionId: string): string {
  return `${RECEIPT_ID_PREFIX}${submissionId}`;
}

export function reminderId(submissionId: string): string {
  return `${REMINDER_ID_PREFIX}${submissionId}`;
}

export function replyIds(submissionId: string): string[] {
  return Array.from({ length: REPLIES_MOST }, (_, at) => `reply-${submissionId}-${at + 1}`);
}

/** Deletes the mails about submissions. A sent receipt stays for a day. */
export async function deleteNotifications(tx: Tx, submissionIds: readonly string[]): Promise<void> {
  for (const some of chunksOf(submissionIds.map(receiptId))) {
    await updateRows(tx, 'outbox', { id: some, state: 'sent' }, { user_id: nobody() });
    await deleteRows(tx, 'outbox', { id: some, state: ['waiting', 'dead'] });
  }
  const ids = submissionIds.flatMap((id) => [notificationId(id), reminderId(id), ...replyIds(id)]);
  for (const some of chunksOf(ids)) await deleteRows(tx, 'outbox', { id: some });
}
