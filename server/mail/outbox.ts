import type { Insertable } from 'kysely';
import type { Mail, MailValues } from '#content/mails.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { insertRow, updateRows } from '#server/database/rows.ts';
import type { IsoTime, OutboxTable } from '#server/database/schema.ts';
import { type MailTemplates, renderMail } from './templates.ts';

export const SUBMISSION_ID_PREFIX = 'submission-';
export const RECEIPT_ID_PREFIX = 'receipt-';
export const REMINDER_ID_PREFIX = 'reminder-';
/** Answers to one submission whose mails are kept at a time; their ids follow from its id. */
export const REPLIES_MOST = 20;

/** The id of the one mail that tells of a submission: never two, and whoever deletes the submission finds it. */
export function notificationId(submissionId: string): string {
  return `${SUBMISSION_ID_PREFIX}${submissionId}`;
}

/** The id of the one mail that tells the sender of a submission that it has arrived. */
export function receiptId(submissionId: string): string {
  return `${RECEIPT_ID_PREFIX}${submissionId}`;
}

/** The id of the one mail that reminds the operator of a request. */
export function reminderId(submissionId: string): string {
  return `${REMINDER_ID_PREFIX}${submissionId}`;
}

/** The ids that the answers to a submission may have. */
export function replyIds(submissionId: string): string[] {
  return Array.from({ length: REPLIES_MOST }, (_, at) => `reply-${submissionId}-${at + 1}`);
}

/** Takes back the mails that tell of submissions that are deleted, receipts, reminders and answers included, in the same transaction. */
export async function deleteNotifications(tx: Tx, submissionIds: readonly string[]): Promise<void> {
  if (submissionIds.length === 0) return;
  const ids = submissionIds.flatMap((id) => [
    notificationId(id),
    receiptId(id),
    reminderId(id),
    ...replyIds(id),
  ]);
  await tx.deleteFrom('outbox').where('id', 'in', ids).execute();
}

export type NewMail<M extends Mail> = {
  /** Unguessable and unique; becomes the left half of the Message-ID. */
  readonly id: string;
  readonly mail: M;
  readonly to: string;
  /** Whose mail it is; null for one that must outlive the account. */
  readonly userId: string | null;
  /** One plain address, where an answer goes; without it, to the sender of all mail. */
  readonly replyTo?: string;
  readonly values: MailValues<M>;
};

type MailWithoutBodies = Omit<NewMail<Mail>, 'values' | 'replyTo'> & {
  readonly subject: string;
  /** One plain address, where an answer goes; without it, to the sender of all mail. */
  readonly replyTo: string | undefined;
};

/**
 * Stores a finished mail with one INSERT, in the transaction that causes it: no change without its mail, nor a mail
 * without its change (docs/product.md, "Email"). Call the worker's `wake` after the commit.
 */
export async function storeMail<M extends Mail>(
  db: Db | Tx,
  stored: NewMail<M>,
  templates: MailTemplates,
  now: Date,
): Promise<void> {
  const { subject, text, html } = renderMail(templates, stored.mail, stored.values);
  await insertMail(db, stored, now, {
    reply_to: stored.replyTo ?? null,
    subject,
    text_body: text,
    html_body: html,
    leave_link: leaveLinkIn(stored.values),
  });
}

/** Only mails to a list have one; it goes into their headers as well (RFC 8058). */
function leaveLinkIn(values: Readonly<Record<string, string>>): string | null {
  return values.leaveLink ?? null;
}

/**
 * Stores a mail without its bodies, with one INSERT. They are made from the rows that it tells of, each time that they
 * are needed (`MakeBodies`).
 */
export async function storeMailWithoutBodies(
  tx: Tx,
  { replyTo, subject, ...stored }: MailWithoutBodies,
  now: Date,
): Promise<void> {
  await insertMail(tx, stored, now, { reply_to: replyTo ?? null, subject });
}

/**
 * Requests a mail with one INSERT. Its text, and which mail it becomes, are decided later (`accounts/requested-mails.ts`), so that
 * the work is the same for every address.
 *
 * @param network keyed hash of where it was requested from, for mails that are taken in turn
 * @param notice the version of the notice that was shown, for the ledger that is written with the mail
 */
export async function requestMail(
  db: Db | Tx,
  { network = '', notice = '', ...requested }: MailRequest,
  now: Date,
): Promise<void> {
  await insertMail(db, requested, now, { state: 'requested', network, notice });
}

type WrittenMail<M extends Mail> = Pick<NewMail<M>, 'id' | 'mail' | 'userId' | 'values'> & {
  /** The one that its row goes by, where that of its text would tell too much. */
  readonly storedAs?: Mail;
  /** From then on the mail is not sent; undefined when no link in it ends. */
  readonly linkExpiresAt?: IsoTime;
};

/** Writes a requested mail; from then on it waits to be sent. */
export async function writeMail<M extends Mail>(
  tx: Tx,
  { id, mail, storedAs = mail, userId, values, linkExpiresAt }: WrittenMail<M>,
  templates: MailTemplates,
  now: Date,
): Promise<void> {
  const { subject, text, html } = renderMail(templates, mail, values);
  const time = now.toISOString();
  await updateRows(
    tx,
    'outbox',
    { id },
    {
      kind: storedAs.name,
      user_id: userId,
      subject,
      text_body: text,
      html_body: html,
      leave_link: leaveLinkIn(values),
      notice: '',
      state: 'waiting',
      link_expires_at: linkExpiresAt ?? null,
      created_at: time,
      next_attempt_at: time,
    },
  );
}

type MailRequest = {
  readonly id: string;
  readonly mail: Mail;
  readonly to: string;
  readonly userId?: string;
  readonly network?: string;
  readonly notice?: string | undefined;
};

async function insertMail(
  db: Db | Tx,
  { id, mail, to, userId = null }: Pick<MailRequest, 'id' | 'mail' | 'to'> & { userId?: string | null },
  now: Date,
  columns: Partial<Insertable<OutboxTable>>,
): Promise<void> {
  const time = now.toISOString();
  await insertRow(db, 'outbox', {
    ...{ id, user_id: userId, kind: mail.name, recipient: to, subject: '', text_body: '', html_body: '' },
    ...{ state: 'waiting', attempts: 0, next_attempt_at: time, created_at: time },
    ...columns,
  });
}

/** Deletes a person's mails of these kinds that are in this state. */
export async function deleteMailsOf(
  tx: Tx,
  userId: string,
  kinds: readonly string[],
  state: 'requested' | 'waiting',
): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('state', '=', state)
    .execute();
}
