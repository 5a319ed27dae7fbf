import type { Generated } from 'kysely';

/**
 * SQLite and PostgreSQL have the same columns: times are ISO 8601 text in UTC with milliseconds, which sort as text;
 * booleans are 0 or 1 (docs/decisions/0004-one-schema-for-two-databases.md).
 */
export type IsoTime = string;
export type Flag = 0 | 1;

/** `requested`: its text is not written yet (`server/mail/requested-mails.ts`). */
export type OutboxState = 'requested' | 'waiting' | 'sent' | 'dead';

/** Mails, written in the transaction that causes them (docs/product.md, "Email"). */
export type OutboxTable = {
  id: string;
  /** The account or sign-up that the mail is deleted with. Null for mails that must outlive the account. */
  user_id: string | null;
  kind: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text_body: string;
  html_body: string;
  state: OutboxState;
  /** Keyed hash of the network that requested a confirmation mail; removed a day after the mail was written. */
  network: Generated<string>;
  attempts: number;
  next_attempt_at: IsoTime;
  /** No other worker takes the mail until then. */
  leased_until: IsoTime | null;
  /** The last error of the mail server, without addresses. */
  last_error: string | null;
  /** When the link in it expires; from then on the mail is not sent. */
  link_expires_at: IsoTime | null;
  /** Mails to the launch list: the link to leave the list, also sent as a header. */
  leave_link: string | null;
  /** Requests for the launch list: the version of the notice that was shown; empty for none. */
  notice: Generated<string>;
  /** When the mail was written, or requested. */
  created_at: IsoTime;
  sent_at: IsoTime | null;
};

/** One row: when retention last ran (`server/jobs/run-retention.ts`). */
export type RetentionClockTable = { id: string; at: IsoTime };

/** Audit lines: actions of people and operators, without personal data. */
export type AuditTable = {
  id: string;
  at: IsoTime;
  action: string;
  /** Codes of ours, such as the way of a sign-in. */
  detail: string;
  /** Keyed hash of the id of the acting account, or `operator`, `visitor` or `system`. */
  actor: string;
  /** Keyed hash of the id of the account or submission, or empty. */
  subject: string;
  /** Keyed hash of the id of the session, or empty. */
  session: string;
  /** Null until the line is in the log. Numbers above 0 are from versions before 2.0, which also logged the line. */
  seq: number | null;
  /** Signatures of versions before 2.0; empty now. */
  link: string;
};

/** Features add their tables by declaration merging (`features/<name>/server/tables.ts`). */
export interface Schema {
  outbox: OutboxTable;
  retention_clock: RetentionClockTable;
  audit: AuditTable;
}
