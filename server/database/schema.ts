import type { Generated } from 'kysely';

/**
 * The tables, as Kysely sees them. One shape for SQLite and PostgreSQL: times are ISO 8601 text in UTC with
 * milliseconds (they sort as text), booleans are 0 or 1 (docs/decisions/0004-one-schema-for-two-databases.md).
 */
export type IsoTime = string;
export type Flag = 0 | 1;

/** `requested`: promised, its text not written yet (`features/accounts/server/requested-mails.ts`). */
export type OutboxState = 'requested' | 'waiting' | 'sent' | 'dead';

/** Every mail is a row, written in the transaction that caused it (docs/product.md, "Email"). */
export type OutboxTable = {
  id: string;
  /** Whose mail it is, an account or a sign-up; it goes when that goes. Null for mails that must outlive the account. */
  user_id: string | null;
  kind: string;
  recipient: string;
  /** Where an answer goes, when not to the sender. */
  reply_to: string | null;
  subject: string;
  text_body: string;
  html_body: string;
  state: OutboxState;
  /** Keyed hash of the network that a confirmation mail was asked from; removed a day after the mail was written. */
  network: Generated<string>;
  attempts: number;
  next_attempt_at: IsoTime;
  /** A worker that takes the mail holds it until then. */
  leased_until: IsoTime | null;
  /** What the mail server said last, without addresses. */
  last_error: string | null;
  /** When the link in it ends; from then on the mail is not sent. */
  link_expires_at: IsoTime | null;
  /** Of a mail to the launch list: its link to leave the list, which goes into the headers too. */
  leave_link: string | null;
  /** Of a request for the launch list: the version of the notice that was shown; empty for none. */
  notice: Generated<string>;
  /** When the mail was written; of a requested one, when it was asked for. */
  created_at: IsoTime;
  sent_at: IsoTime | null;
};

/** One row: when retention last ran (`server/jobs/run-retention.ts`). */
export type RetentionClockTable = { id: string; at: IsoTime };

/** Actions of people and operators, without personal data. */
export type AuditTable = {
  id: string;
  at: IsoTime;
  action: string;
  /** A few words of ours, such as the way somebody signed in. */
  detail: string;
  /** Keyed hash of the id of the account that did it, or `operator`, `visitor` or `system`. */
  actor: string;
  /** Keyed hash of the id of the account or submission; empty where the action was on neither. */
  subject: string;
  /** Keyed hash of the id of the session it was done from, or empty. */
  session: string;
  /** Null until the line is in the log. Above 0 it was numbered by a version before 2.0, which logged it as well. */
  seq: number | null;
  /** Versions before 2.0 signed lines here; empty now. */
  link: string;
};

/** Features add their tables by declaration merging (`features/<name>/server/tables.ts`). */
export interface Schema {
  outbox: OutboxTable;
  retention_clock: RetentionClockTable;
  audit: AuditTable;
}
