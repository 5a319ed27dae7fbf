import type { MailKind, MailValues } from '#content/mails.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import { type MailTemplates, renderMail } from './templates.ts';

export type NewMail<K extends MailKind> = {
  /** Unguessable and unique; becomes the left half of the Message-ID. */
  readonly id: string;
  readonly kind: K;
  readonly to: string;
  /** One plain address, where an answer goes; without it, to the sender of all mail. */
  readonly replyTo?: string;
  /** Whose mail it is; null for one that must outlive the account. */
  readonly userId: string | null;
  readonly values: MailValues<K>;
};

/**
 * Stores a finished mail with exactly one INSERT, so that it can take part in the transaction that causes it: then
 * there is never a change without its mail, nor a mail without its change (decisions §6). Throws when it could not be
 * stored. Call the worker's `wake` after the commit.
 */
export async function storeMail<K extends MailKind>(
  db: Db | Tx,
  { id, kind, to, replyTo, userId, values }: NewMail<K>,
  templates: MailTemplates,
  now: Date,
): Promise<void> {
  const { subject, text, html } = renderMail(templates, kind, values);
  await insertMail(db, {
    id,
    userId,
    kind,
    recipient: to,
    replyTo: replyTo ?? null,
    subject,
    text,
    html,
    state: 'waiting',
    network: '',
    time: now.toISOString(),
  });
}

/**
 * Promises a mail whose text is written later, with exactly one INSERT (`accounts/requested-mails.ts`). The same work for
 * every address: what kind of mail it becomes, if any, is decided when it is written.
 *
 * @param network keyed hash of where it was asked from, for mails that are taken in turn
 */
export async function requestMail(
  tx: Tx,
  { id, kind, to, userId, network = '' }: RequestedMail,
  now: Date,
): Promise<void> {
  await insertMail(tx, {
    id,
    userId: userId ?? null,
    kind,
    recipient: to,
    replyTo: null,
    subject: '',
    text: '',
    html: '',
    state: 'requested',
    network,
    time: now.toISOString(),
  });
}

/** Writes a requested mail; from then on it waits to be sent. */
export async function writeMail<K extends MailKind>(
  tx: Tx,
  { id, kind, userId, values }: Pick<NewMail<K>, 'id' | 'kind' | 'userId' | 'values'>,
  templates: MailTemplates,
  now: Date,
): Promise<void> {
  const { subject, text, html } = renderMail(templates, kind, values);
  const time = now.toISOString();
  await tx
    .updateTable('outbox')
    .set({
      kind,
      user_id: userId,
      subject,
      text_body: text,
      html_body: html,
      state: 'waiting',
      created_at: time,
      next_attempt_at: time,
    })
    .where('id', '=', id)
    .execute();
}

type RequestedMail = {
  readonly id: string;
  readonly kind: MailKind;
  readonly to: string;
  readonly userId?: string;
  readonly network?: string;
};

const insertMail = prepareQuery((db, value: Values<StoredMail>) =>
  db.insertInto('outbox').values({
    id: value('id'),
    user_id: value('userId'),
    kind: value('kind'),
    recipient: value('recipient'),
    reply_to: value('replyTo'),
    subject: value('subject'),
    text_body: value('text'),
    html_body: value('html'),
    state: value('state'),
    network: value('network'),
    attempts: 0,
    next_attempt_at: value('time'),
    leased_until: null,
    last_error: null,
    created_at: value('time'),
    sent_at: null,
  }),
);

type StoredMail = {
  id: string;
  userId: string | null;
  kind: MailKind;
  recipient: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  state: 'requested' | 'waiting';
  network: string;
  time: string;
};
