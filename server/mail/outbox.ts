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
  /** Stored with the same work, never sent; the worker removes it (decisions §3.3). */
  readonly decoy?: boolean;
};

/**
 * Stores a finished mail with exactly one INSERT, so that it can take part in the transaction that causes it: then
 * there is never a change without its mail, nor a mail without its change (decisions §6). Throws when it could not be
 * stored. Call the worker's `wake` after the commit.
 */
export async function storeMail<K extends MailKind>(
  db: Db | Tx,
  { id, kind, to, replyTo, userId, values, decoy = false }: NewMail<K>,
  templates: MailTemplates,
  now: Date,
): Promise<void> {
  const { subject, text, html } = renderMail(templates, kind, values);
  const time = now.toISOString();
  await insertMail(db, {
    id,
    userId,
    kind,
    recipient: to,
    replyTo: replyTo ?? null,
    subject,
    text,
    html,
    state: decoy ? 'decoy' : 'waiting',
    time,
  });
}

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
  state: 'decoy' | 'waiting';
  time: string;
};
