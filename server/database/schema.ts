/**
 * The tables, as Kysely sees them. One shape for SQLite and PostgreSQL: times are ISO 8601 text in UTC with
 * milliseconds (they sort as text), booleans are 0 or 1 (docs/decisions/0004-one-schema-for-two-databases.md).
 */
export type IsoTime = string;
export type Flag = 0 | 1;

/** better-auth's user and the record of spec §3, in one row: an account without a record cannot exist. */
export type UsersTable = {
  id: string;
  name: string;
  /** Lower case. For a shadow row: `shadow:` and its id, which is no address, so that nobody can ask for it. */
  email: string;
  email_verified: Flag;
  image: string | null;
  created_at: IsoTime;
  updated_at: IsoTime;
  gender: string;
  dob: string;
  about: string;
  last_login: IsoTime | null;
  login_count: number;
  verification_sent_at: IsoTime | null;
  verification_attempts: number;
  /**
   * Set on the row that a sign-up with a taken, verified address leaves behind: the id of the real account. Seen from
   * outside it behaves like any unverified account; it can never be verified (docs/decisions/0006-sign-up-answers-alike.md).
   */
  shadows: string | null;
};

/** A way to sign in: `provider_id` is `credential`, `google` or `github`. Shape set by better-auth. */
export type AccountsTable = {
  id: string;
  /** The provider's id of the person; for `credential` our own, so that one index finds a password at any size. */
  account_id: string;
  provider_id: string;
  user_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: IsoTime | null;
  refresh_token_expires_at: IsoTime | null;
  scope: string | null;
  /** argon2id in PHC string format; only for `credential`. */
  password: string | null;
  created_at: IsoTime;
  updated_at: IsoTime;
};

export type SessionsTable = {
  id: string;
  token: string;
  user_id: string;
  expires_at: IsoTime;
  /** Never filled (decisions §7 keeps no addresses); better-auth's shape needs the column. */
  ip_address: string | null;
  user_agent: string | null;
  created_at: IsoTime;
  updated_at: IsoTime;
  /** When this session last proved its owner for a deletion (decisions §3.11). */
  proved_at: IsoTime | null;
};

/** better-auth's short-lived values (OAuth state and the like). */
export type VerificationsTable = {
  id: string;
  identifier: string;
  value: string;
  expires_at: IsoTime;
  created_at: IsoTime;
  updated_at: IsoTime;
};

/** Signing keys of the short-lived tokens (decisions §3.10); the private half is encrypted with AUTH_SECRET. */
export type JwksTable = {
  id: string;
  public_key: string;
  private_key: string;
  created_at: IsoTime;
  expires_at: IsoTime | null;
  alg: string | null;
  crv: string | null;
};

/** A mailed link that works once. The newest of a purpose replaces the older ones of the same account. */
export type MailLinksTable = {
  /** `verify` or `reset`, a colon, and the account's id: one live link each. */
  id: string;
  /** SHA-256 of the token, hex: whoever reads the table cannot follow the link. */
  token_hash: string;
  user_id: string;
  expires_at: IsoTime;
  created_at: IsoTime;
};

export type OutboxState = 'waiting' | 'sent' | 'dead' | 'decoy';

/** Every mail is a row, written in the transaction that caused it (decisions §6). */
export type OutboxTable = {
  id: string;
  /** Whose mail it is; it goes when the account goes. Null for mails that must outlive the account. */
  user_id: string | null;
  kind: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  /** `decoy`: written so that answering takes the same work without a mail to send; removed unsent. */
  state: OutboxState;
  attempts: number;
  next_attempt_at: IsoTime;
  /** A worker that takes the mail holds it until then. */
  leased_until: IsoTime | null;
  /** What the mail server said last, without addresses. */
  last_error: string | null;
  created_at: IsoTime;
  sent_at: IsoTime | null;
};

/** What people send through the forms (decisions §5). */
export type MessagesTable = {
  id: string;
  user_id: string | null;
  form: string;
  message: string;
  created_at: IsoTime;
};

/** Account actions, without personal data (decisions §3.11). */
export type AuditTable = {
  id: string;
  at: IsoTime;
  action: string;
  /** Keyed hash of the account id. */
  subject: string;
};

export type Schema = {
  users: UsersTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  jwks: JwksTable;
  mail_links: MailLinksTable;
  outbox: OutboxTable;
  messages: MessagesTable;
  audit: AuditTable;
};
