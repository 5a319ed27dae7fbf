import type { Insertable } from 'kysely';
import type { Mail, MailValues } from '#content/mails.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { insertRow, updateRows } from '#server/database/rows.ts';
import type { IsoTime, OutboxTable } from '#server/database/schema.ts';
import type { Deps } from '#server/feature.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';
import type { Mailing } from './mail-queue.ts';
import { renderMail } from './templates.ts';

type MailDeps = Pick<Deps, 'clock' | 'newId' | 'mails'>;

type NewMail<M extends Mail> = {
  /** The id is unguessable and unique. It is also the beginning of the Message-ID. If absent, a new one is made. */
  readonly id?: string;
  readonly mail: M;
  readonly to: string;
  /** The account whose deletion also deletes the mail. Null if the mail must outlive the account. */
  readonly userId: string | null;
  /** The Reply-To address: a single plain address. If absent, replies go to MAIL_FROM. */
  readonly replyTo?: string | undefined;
  /** After this time the mail is not sent, because its link no longer works. */
  readonly linkExpiresAt?: IsoTime;
  readonly values: MailValues<M>;
};

/** The number of the mail's batch in a mailing, from 0. Only the kinds of `MAILINGS` have batches, so that other mails go first. */
type Batch<M extends Mail> = M['name'] extends Mailing
  ? { readonly batch?: number }
  : { readonly batch?: never };

/** The time between the batches of a large mailing, so that other mails need not wait until all of it is sent. */
const BETWEEN_BATCHES_MS = 10_000;
/** The longest wait of a mail. A mail with a longer wait is sent at once, because its time must come from a wrong clock. */
const LONGEST_WAIT_MS = HOUR_MS;

/**
 * Stores a mail in the transaction of the change that it reports, so that neither is stored without the other. Call `wakeMail`
 * after the commit.
 */
export async function storeMail<M extends Mail>(
  deps: MailDeps,
  db: Db | Tx,
  stored: NewMail<M> & Batch<M>,
): Promise<void> {
  const { subject, text, html } = renderMail(deps.mails, stored.mail, stored.values);
  const { batch = 0 }: { readonly batch?: number } = stored;
  const wait = Math.min(batch * BETWEEN_BATCHES_MS, LONGEST_WAIT_MS);
  await insertMail(deps, db, stored, {
    next_attempt_at: timeAfter(deps.clock(), wait),
    reply_to: stored.replyTo ?? null,
    subject,
    text_body: text,
    html_body: html,
    leave_link: leaveLinkIn(stored.values),
    link_expires_at: stored.linkExpiresAt ?? null,
  });
}

/** Only list mails have a link to leave the list. It also becomes a mail header (RFC 8058). */
function leaveLinkIn(values: Readonly<Record<string, string>>): string | null {
  return values.leaveLink ?? null;
}

/** Stores a mail whose text and HTML are rendered from other rows whenever they are needed (`MakeBodies`). */
export async function storeMailWithoutBodies(
  deps: Omit<MailDeps, 'mails'>,
  tx: Tx,
  stored: Omit<NewMail<Mail>, 'values'> & { readonly subject: string },
): Promise<void> {
  await insertMail(deps, tx, stored, { reply_to: stored.replyTo ?? null, subject: stored.subject });
}

/**
 * Requests a mail with one INSERT, the same work for every address. `requestedMails` decides kind and text later.
 * @param network keyed hash of the network of the request, so that requests from several networks can take turns
 * @param notice the version of the privacy notice that was shown
 */
export async function requestMail(
  deps: Omit<MailDeps, 'mails'>,
  db: Db | Tx,
  { network = '', notice = '', ...requested }: MailRequest,
): Promise<void> {
  await insertMail(deps, db, requested, { state: 'requested', network, notice });
}

type WrittenMail<M extends Mail> = Pick<NewMail<M>, 'mail' | 'userId' | 'values'> & {
  readonly id: string;
  /** The kind that is stored instead of the real one, if the real one would reveal too much. */
  readonly storedAs?: Mail;
  readonly linkExpiresAt?: IsoTime;
};

/** Throws `ConflictError` if the request is gone: an account deletion at the same time may have deleted it. */
export async function writeMail<M extends Mail>(
  { clock, mails }: MailDeps,
  tx: Tx,
  { id, mail, storedAs = mail, userId, values, linkExpiresAt }: WrittenMail<M>,
): Promise<void> {
  const { subject, text, html } = renderMail(mails, mail, values);
  const time = clock().toISOString();
  const written = await updateRows(
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
  if (written === 0) throw new ConflictError();
}

type MailRequest = Pick<NewMail<Mail>, 'id' | 'mail' | 'to'> & {
  readonly userId?: string;
  readonly network?: string;
  readonly notice?: string | undefined;
};

async function insertMail(
  { clock, newId }: Omit<MailDeps, 'mails'>,
  db: Db | Tx,
  {
    id = newId(),
    mail,
    to,
    userId = null,
  }: Pick<MailRequest, 'id' | 'mail' | 'to'> & { userId?: string | null },
  columns: Partial<Insertable<OutboxTable>>,
): Promise<void> {
  const time = clock().toISOString();
  await insertRow(db, 'outbox', {
    id,
    user_id: userId,
    kind: mail.name,
    recipient: to,
    subject: '',
    text_body: '',
    html_body: '',
    state: 'waiting',
    attempts: 0,
    next_attempt_at: time,
    created_at: time,
    ...columns,
  });
}
