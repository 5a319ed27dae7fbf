import type { Generated } from 'kysely';

/**
 * Times are ISO 8601 text in UTC with milliseconds, so the order of the texts is the order of the times. Booleans are 0 or 1
 * (docs/decisions/0004).
 */
export type IsoTime = string;
export type Flag = 0 | 1;

/** `requested`: the text of the mail is not written yet (`server/mail/requested-mails.ts`). */
export type OutboxState = 'requested' | 'waiting' | 'sent' | 'dead';

/** Each mail is stored in the transaction that causes it (docs/product.md, "Email"). */
export type OutboxTable = {
  id: string;
  /** The account or sign-up whose deletion also deletes the mail. Null if the mail must outlive the account. */
  user_id: string | null;
  kind: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text_body: string;
  html_body: string;
  state: OutboxState;
  /** The keyed hash of the network that requested a confirmation mail. Removed a day after the mail was written. */
  network: Generated<string>;
  attempts: number;
  next_attempt_at: IsoTime;
  leased_until: IsoTime | null;
  last_error: string | null;
  /** After this time the link is invalid, and the mail is no longer sent. */
  link_expires_at: IsoTime | null;
  /** The link with which the recipient leaves a list. The mail has this link in its text and in a header. */
  leave_link: string | null;
  /** The version of the privacy notice that was shown with a request to join the launch list, or empty. */
  notice: Generated<string>;
  created_at: IsoTime;
  sent_at: IsoTime | null;
};

/** A single row: when retention last ran (`server/jobs/run-retention.ts`). */
type RetentionClockTable = { id: string; at: IsoTime };

/** Actions of people and operators, without personal data. */
export type AuditTable = {
  id: string;
  at: IsoTime;
  action: string;
  detail: string;
  /** Keyed hash of the acting account's id, or `operator`, `visitor` or `system`. */
  actor: string;
  /** Keyed hash of the id of the account or submission that the action is about, or empty. */
  subject: string;
  /** A keyed hash of the session's id, or empty. */
  session: string;
  /** Null until the line is logged, then negative. Versions before 2.0 gave logged lines numbers above 0. */
  seq: number | null;
  /** Versions before 2.0 stored a signature here. Now always empty. */
  link: string;
};

/** Features add their tables by declaration merging (`features/<name>/server/tables.ts`). */
export interface Schema {
  outbox: OutboxTable;
  retention_clock: RetentionClockTable;
  audit: AuditTable;
}
