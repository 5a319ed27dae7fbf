import { sql } from 'kysely';
import { REPLY_MAIL } from '#content/features/forms.ts';
import type { Tx } from '#server/database/database.ts';
import { chunksOf, deleteRows, updateRows } from '#server/database/rows.ts';
import { nobody } from '#server/database/tables.ts';
import { countBeingSent } from '#server/mail/mail-queue.ts';

export const SUBMISSION_ID_PREFIX = 'submission-';
export const RECEIPT_ID_PREFIX = 'receipt-';
export const REMINDER_ID_PREFIX = 'reminder-';
/**
 * The maximum replies to one submission. The number is fixed, so that the ids of all their mails can be derived from the
 * submission’s id.
 */
const REPLIES_MOST = 20;

/**
 * The mail's id is derived from the submission's id. So a submission has only one mail of this kind, and a deletion finds it.
 */
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

const REPLY_NUMBERS = Array.from({ length: REPLIES_MOST }, (_, at) => sql.lit(String(at + 1)));

/**
 * The ids of messages whose answer could not be delivered. Leaves out a message if a later answer waits or was sent, or if an
 * operator marked the message as done after the failure. A submission’s id has 36 characters. The mails are found by their ids,
 * because only ids have an index. @public
 */
export const undeliveredAnswers = sql`(
  select m.id from outbox o join submissions m on m.id = substr(o.id, 7, 36)
  where o.state = 'dead' and o.kind = ${sql.lit(REPLY_MAIL.name)} and (m.done_at is null or m.done_at <= o.next_attempt_at)
    and not exists (select 1 from outbox l where l.state <> 'dead' and l.created_at >= o.created_at
      and l.id in (${sql.join(REPLY_NUMBERS.map((number) => sql`substr(o.id, 1, 43) || ${number}`))})))`;

/** Deletes the mails about submissions. A receipt that was or is being sent stays for a day. */
export async function deleteNotifications(tx: Tx, submissionIds: readonly string[]): Promise<void> {
  for (const some of chunksOf(submissionIds.map(receiptId))) {
    await countBeingSent(tx, sql`id in (${sql.join(some)})`);
    await updateRows(tx, 'outbox', { id: some, state: 'sent' }, { user_id: nobody() });
    await deleteRows(tx, 'outbox', { id: some, state: ['waiting', 'dead'] });
  }
  const ids = submissionIds.flatMap((id) => [notificationId(id), reminderId(id), ...replyIds(id)]);
  for (const some of chunksOf(ids)) await deleteRows(tx, 'outbox', { id: some });
}
