import type { Generated } from 'kysely';

/**
 * The tables, as Kysely sees them. One shape for SQLite and PostgreSQL: times are ISO 8601 text in UTC with
 * milliseconds (they sort as text), booleans are 0 or 1 (docs/decisions/0004-one-schema-for-two-databases.md).
 */
export type IsoTime = string;
export type Flag = 0 | 1;

/** People: everybody here has proved to hold the address. One row is the account and the record of spec §3. */
export type UsersTable = {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  created_at: IsoTime;
  updated_at: IsoTime;
  gender: string;
  dob: string;
  about: string;
  last_login: IsoTime | null;
  login_count: number;
  /** Of the sign-up that became this account; null and 0 for one that began with a provider. */
  verification_sent_at: IsoTime | null;
  verification_attempts: number;
};

/** An account that only signs in with a provider has none. */
export type PasswordsTable = {
  user_id: string;
  /** argon2id in PHC string format. */
  hash: string;
  updated_at: IsoTime;
};

/** An account at Google or GitHub that opens an account here. */
export type ProviderAccountsTable = {
  provider: string;
  /** The provider's id of the person, with its issuer or host where that is not the usual one. */
  account_id: string;
  user_id: string;
  created_at: IsoTime;
};

/**
 * What somebody typed to sign up, before anybody proved to hold the address. Several may wait for one address, and none
 * changes another's answers (docs/decisions/0051-an-account-only-after-proof.md).
 */
export type SignUpsTable = {
  /** Becomes the id of the account when the browser that signed up confirms the address. */
  id: string;
  /** Lower case. Empty, like the other fields of the person, once the sign-up became an account. */
  email: string;
  /** argon2id in PHC string format, with the salt of the address. */
  password_hash: string;
  name: string;
  gender: string;
  dob: string;
  about: string;
  /** SHA-256 of the token in the pending cookie, hex. */
  browser: string;
  browser_expires_at: IsoTime;
  /** Mails asked for so far, and when the last one was (spec §5). */
  attempts: number;
  sent_at: IsoTime;
  /** SHA-256 of the token in the newest mailed link, hex. */
  link_hash: string | null;
  link_expires_at: IsoTime | null;
  /** The address has, or had meanwhile, an account that is not of this sign-up: its mails say so, and it can never be confirmed. */
  taken: Flag;
  /** From then on the row is a stub: it answers that the address is confirmed. */
  confirmed_at: IsoTime | null;
  created_at: IsoTime;
  updated_at: IsoTime;
  expires_at: IsoTime;
};

export type SessionsTable = {
  id: string;
  /** SHA-256 of the token in the cookie, hex: whoever reads the table cannot use the session. */
  token_hash: string;
  user_id: string;
  /** Whether it outlives the browser and slides (decisions §3.7). */
  remembered: Flag;
  /** Of the sign-in, cut to 256 characters. */
  user_agent: string;
  created_at: IsoTime;
  /** Noted at most once a day, and only for a remembered session. */
  last_used_at: IsoTime;
  expires_at: IsoTime;
  /** When this session last proved its owner for a deletion (decisions §3.11). */
  proved_at: IsoTime | null;
  /** When a fresh popup with the account's provider last came back to this session; what `proved_at` needs without a password. */
  reauthenticated_at: IsoTime | null;
};

/** Signing keys of the short-lived tokens (decisions §3.10). */
export type JwksTable = {
  /** The `kid`. */
  id: string;
  /** JWE, encrypted with AUTH_SECRET; the public half follows from it. */
  private_key: string;
  created_at: IsoTime;
  /** Signs until then, and is published a day longer. */
  expires_at: IsoTime;
};

/** A mailed link to choose a new password. Using one ends all of the account's. */
export type ResetLinksTable = {
  /** SHA-256 of the token, hex: whoever reads the table cannot follow the link. */
  token_hash: string;
  user_id: string;
  expires_at: IsoTime;
  created_at: IsoTime;
};

/** `requested`: promised, its text not written yet (`server/accounts/requested-mails.ts`). */
export type OutboxState = 'requested' | 'waiting' | 'sent' | 'dead';

/** Every mail is a row, written in the transaction that caused it (decisions §6). */
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
  /** Keyed hash of the network that a confirmation mail was asked from; removed an hour after the mail was written. */
  network: Generated<string>;
  attempts: number;
  next_attempt_at: IsoTime;
  /** A worker that takes the mail holds it until then. */
  leased_until: IsoTime | null;
  /** What the mail server said last, without addresses. */
  last_error: string | null;
  /** When the mail was written; of a requested one, when it was asked for. */
  created_at: IsoTime;
  sent_at: IsoTime | null;
};

/** `quarantined`: the trap field was filled in. `unpaid`: waits for its card payment; nobody was told of it. */
export type SubmissionState = 'received' | 'quarantined' | 'unpaid';

/** What people send through the forms (decisions §5). Those of a signed-in person are the `messages` of the record. */
export type SubmissionsTable = {
  id: string;
  form: string;
  state: SubmissionState;
  /** Who was signed in; the row goes when the account goes. */
  user_id: string | null;
  name: string;
  email: string;
  message: string;
  /** JSON object of all further fields, text to text. */
  fields: string;
  /** The sender's `Idempotency-Key`; unique per form. */
  idempotency_key: string | null;
  /** SHA-256 over form, sender and text, hex: tells a repeated submission. */
  digest: string;
  /** Stripe's id of the payment, when there was one. */
  payment_intent: string | null;
  /** In the currency's smallest unit. */
  amount: number | null;
  /** Three lower-case letters. */
  currency: string | null;
  created_at: IsoTime;
};

/** A file that came with a submission, where a form allows it. */
export type SubmissionFilesTable = {
  id: string;
  submission_id: string;
  field: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Base64: one shape for both databases. */
  content: string;
};

/** What today's visitor hashes are made with; a day's row is destroyed when the day (UTC) is over (decisions §7). */
export type AnalyticsSaltsTable = { day: string; salt: string };

/** Page views: one row per day (UTC, `YYYY-MM-DD`), known path and device class. */
export type PageViewsTable = { day: string; path: string; device: string; views: number };

/**
 * How many different visitors a path had on a day, as a sketch of bounded size, or, two days later, `=` and the number
 * that it came to; path `*` is the whole site.
 */
export type VisitorSketchesTable = { day: string; path: string; sketch: string };

/**
 * Web vitals: one row per day, path, device class and metric, with a histogram of bounded size. Of days long past,
 * device `*` stands for all of them.
 */
export type VitalsTable = { day: string; path: string; device: string; metric: string; histogram: string };

/** Actions of people and operators, without personal data (docs/decisions/0052-audit-lines-are-sealed-each-second.md). */
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
  /** Its place in the chain; null until the line is sealed. */
  seq: number | null;
  /** HMAC over the line; once sealed, over its place and the link of the line before as well. */
  link: string;
};

/** One row, from the first sealing on: where the chain of audit lines begins and ends. */
export type AuditHeadTable = {
  id: string;
  /** The place of the newest line. */
  seq: number;
  /** The link of the newest line. */
  link: string;
  /** The place of the oldest line that is kept. */
  first_seq: number;
  /** The link of the line before that one. */
  before_first: string;
  /** HMAC over all of the row. */
  seal: string;
};

export type Schema = {
  users: UsersTable;
  passwords: PasswordsTable;
  provider_accounts: ProviderAccountsTable;
  sign_ups: SignUpsTable;
  sessions: SessionsTable;
  jwks: JwksTable;
  reset_links: ResetLinksTable;
  outbox: OutboxTable;
  submissions: SubmissionsTable;
  submission_files: SubmissionFilesTable;
  analytics_salts: AnalyticsSaltsTable;
  page_views: PageViewsTable;
  visitor_sketches: VisitorSketchesTable;
  vitals: VitalsTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
};
