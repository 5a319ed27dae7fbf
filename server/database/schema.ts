import type { Generated } from 'kysely';
import type { ClosedReason } from '#contract/errors.ts';
import type { ProfileFields } from '#contract/profile-fields.ts';
import type { Reason } from '#contract/reasons.ts';
import type { Role } from '#contract/roles.ts';
import type { PasskeyPurpose } from '#features/passkeys/bodies.ts';
import type { ChangeKind } from '#features/undo-changes/bodies.ts';

/**
 * The tables, as Kysely sees them. One shape for SQLite and PostgreSQL: times are ISO 8601 text in UTC with
 * milliseconds (they sort as text), booleans are 0 or 1 (docs/decisions/0004-one-schema-for-two-databases.md).
 */
export type IsoTime = string;
export type Flag = 0 | 1;

/** People: everybody here has proved to hold the address. One row is the account and the record of spec §3. */
export type UsersTable = ProfileFields & {
  id: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  created_at: IsoTime;
  updated_at: IsoTime;
  last_login: IsoTime | null;
  login_count: number;
  /** Of the sign-up that became this account; null and 0 for one that began with a provider. */
  verification_sent_at: IsoTime | null;
  verification_attempts: number;
  /** When an operator closed the account, and why. */
  closed_at: IsoTime | null;
  closed_reason: ClosedReason | null;
  /** The age that its owner showed to have reached when `MINIMUM_AGE` asked; the date itself is not kept. */
  age_met: number | null;
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

/** A key that a device or password manager keeps for an account (docs/decisions/0067-passkeys.md). */
export type PasskeysTable = {
  /** The credential id, base64url. */
  id: string;
  user_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** How often it was used, as it says itself; always 0 for those that are on several devices. */
  counter: number;
  /** How browsers reach it, parted by commas. */
  transports: string;
  name: string;
  /** Whether it opens the account by itself: it does where its device knows whose it is. */
  discoverable: Flag;
  backed_up: Flag;
  created_at: IsoTime;
  last_used_at: IsoTime | null;
  /** From when on it opens the console; null for one of before this column, which does when it is a day old. */
  opens_console_from: IsoTime | null;
};

/** What a browser has to sign with a passkey. Goes with the answer, so that it works once. */
export type WebauthnChallengesTable = {
  /** 256 bits of randomness, base64url. */
  challenge: string;
  /** SHA-256 of the token in the passkey cookie, hex. */
  token_hash: string;
  purpose: PasskeyPurpose;
  /** Who is signed in; null for a sign-in. */
  user_id: string | null;
  expires_at: IsoTime;
};

/** An authenticator app that an account asks for as well (docs/decisions/0068-second-step.md). */
export type SecondStepsTable = {
  user_id: string;
  /** JWE, encrypted with AUTH_SECRET. */
  secret: string;
  /** Null until a first code has shown that the app has the secret; until then nothing asks for it. */
  confirmed_at: IsoTime | null;
  /** The newest half minute since 1970 whose code was used: neither it nor an older one counts again. */
  last_used_step: number;
  created_at: IsoTime;
  /** From when on it opens the console, like that of a passkey. */
  opens_console_from: IsoTime | null;
};

/** Stand in for the app, once each. */
export type RecoveryCodesTable = {
  user_id: string;
  /** SHA-256, hex. */
  code_hash: string;
  /** Names the set until the owner says that it is saved. Null from then on, and where a process of before made it. */
  unsaved_set: Generated<string | null>;
};

/** Browsers that need no code for a while. One that several people use has one token and a row for each account. */
export type TrustedBrowsersTable = {
  id: string;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  user_id: string;
  created_at: IsoTime;
  expires_at: IsoTime;
};

/** A sign-in that still lacks its code. */
export type SignInStepsTable = {
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  user_id: string;
  /** `password`, `passkey`, or the name of a provider. */
  way: string;
  /** The hash of the password, or the id of the passkey or of the account at the provider, that must still be the account's. */
  credential: string | null;
  /** Whether the session is to outlive the browser. */
  remember: Flag;
  tries: number;
  expires_at: IsoTime;
};

/** What was changed about the ways into an account, for whoever says that it was not them (docs/decisions/0069-told-and-stopped.md). */
export type AccountChangesTable = {
  id: string;
  user_id: string;
  kind: ChangeKind;
  /** What of that kind, in a word of ours. A `recovery` is `planned`, and becomes `done` or `stopped` a day later. */
  detail: string;
  /** JSON: the ways in as they were before (`WaysBefore`). */
  before: string;
  /** SHA-256 of the token in the mailed link, hex. */
  token_hash: string;
  created_at: IsoTime;
  /** Since when its owner says that it was not them; the account is frozen while any change has it. */
  contested_at: IsoTime | null;
  /** When somebody signed in said that it was them after all: its link freezes nothing from then on. */
  kept_at: IsoTime | null;
  /** Of a change of address: the address before it. */
  former_email: Generated<string | null>;
};

/**
 * What somebody typed to sign up, before anybody proved to hold the address. Several may wait for one address, and none
 * changes another's answers (docs/decisions/0051-an-account-only-after-proof.md).
 */
export type SignUpsTable = ProfileFields & {
  /** Becomes the id of the account when the browser that signed up confirms the address. */
  id: string;
  /** Its key (`contract/address.ts`). Empty, like the other fields of the person, once the sign-up became an account. */
  email: string;
  /** argon2id in PHC string format, with the salt of the address. Empty once an account came here from another address. */
  password_hash: string;
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
  /** The version of the notice that was shown; empty for none. */
  notice: Generated<string>;
  age_met: number | null;
};

export type SessionsTable = {
  id: string;
  /** SHA-256 of the token in the cookie, hex: whoever reads the table cannot use the session. */
  token_hash: string;
  user_id: string;
  /** Whether it outlives the browser and slides (decisions §3.7). */
  remembered: Flag;
  /** The kind of browser that signed in, like `Firefox on Linux`. */
  browser: string;
  created_at: IsoTime;
  /** Noted at most once a day, and only for a remembered session. */
  last_used_at: IsoTime;
  expires_at: IsoTime;
  /** When this session last proved its owner for a deletion (decisions §3.11). */
  proved_at: IsoTime | null;
  /** When a fresh popup with the account's provider last came back to this session; what `proved_at` needs without a password. */
  reauthenticated_at: IsoTime | null;
  /** When its owner last proved that, but for the code that the account asks for as well. */
  first_step_at: IsoTime | null;
};

/**
 * Browsers that signed in to an account, or set its password by a mailed link. Strangers cannot lock them out
 * (decisions §10). A browser that several people use has one token and a row for each account.
 */
export type DevicesTable = {
  id: string;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  user_id: string;
  created_at: IsoTime;
  expires_at: IsoTime;
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

/** The address that an account asked for last and has not confirmed (docs/decisions/0070-changing-the-address.md). */
export type AddressChangesTable = {
  user_id: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  /** SHA-256 of the token in the mailed link, hex. Null until the mail is written, and where somebody else has the address. */
  token_hash: string | null;
  expires_at: IsoTime;
};

/** A mailed link to what is kept under an address (docs/decisions/0071-your-data.md). */
export type RightsLinksTable = {
  /** SHA-256 of the token, hex: whoever reads the table cannot follow the link. */
  token_hash: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  expires_at: IsoTime;
};

/** `requested`: promised, its text not written yet (`features/accounts/server/requested-mails.ts`). */
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
  /** As it was typed; its key is in `submission_senders`. */
  email: string;
  message: string;
  /** JSON object of all further fields, text to text. */
  fields: string;
  /** The sender's `Idempotency-Key`; unique per form. */
  idempotency_key: string | null;
  /** SHA-256 over form, sender and text, hex: tells a repeated submission. */
  digest: string;
  /** Stripe's id of the payment, when there was one; how it stands is in `payments`. */
  payment_intent: string | null;
  /** In the currency's smallest unit. */
  amount: number | null;
  /** Three lower-case letters. */
  currency: string | null;
  created_at: IsoTime;
  /** Of a request about personal data: by when its sender was promised an answer. */
  due_at: IsoTime | null;
  /** When the operator was reminded of it, which happens once. */
  reminded_at: IsoTime | null;
  /** When an operator marked it as answered. */
  done_at: IsoTime | null;
  /** When an operator first read it in the console, or marked it as read. */
  read_at: IsoTime | null;
  /** The operator who takes care of it. */
  assigned_to: string | null;
};

/** How a card payment stands; drawn in docs/decisions/0019. In `asked` and `unknown` the card may have been charged. */
export type PaymentState = 'known' | 'asked' | 'unknown' | 'settled' | 'cancelled';

/** The card payment of a message. Its amount is the message's, which it outlives. */
export type PaymentsTable = {
  submission_id: string;
  state: PaymentState;
  /** That of the message: the same words are charged once, also after an operator deleted them. */
  digest: string;
  /** SHA-256 over form and address, hex. */
  sender: string;
  /** Stripe's id; null before the payment is begun there. */
  intent: string | null;
  /** How often it was begun anew: part of Stripe's idempotency key. */
  begun: Generated<number>;
  /** How often Stripe was asked to charge a card. */
  tries: Generated<number>;
  /** How often in a row Stripe was asked how it stands, and it was not known afterwards. */
  asks: Generated<number>;
  /** Stripe's word for a refusal that no visitor can mend. */
  refusal: string | null;
  /** When the sender was told of a payment that went through with other words. */
  told_at: IsoTime | null;
  created_at: IsoTime;
  /** When it is looked at next. */
  look_at: IsoTime;
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

/** From which address a submission was sent, by its key. Those of older versions are added hourly. */
export type SubmissionSendersTable = {
  submission_id: string;
  /** Key of the address (`contract/address.ts`); empty where there is none. */
  address: string;
};

/** Addresses to tell at launch. Waits while `confirmed_at` is null (docs/decisions/0064-the-launch-list.md). */
export type LaunchListTable = {
  id: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  /** When the newest mail to confirm was written. */
  asked_at: IsoTime;
  confirmed_at: IsoTime | null;
  /** When the launch mail was stored, which is one for each entry. */
  told_at: IsoTime | null;
};

/** What is in mails to the launch list: each has a link of its own, and all of them work as long as the entry is there. */
export type LaunchListLinksTable = {
  /** SHA-256 of the token, hex: whoever reads the table cannot follow the link. */
  token_hash: string;
  entry_id: string;
};

/** Which notice was seen, and what was taken back: a ledger that ends with what it is about (docs/decisions/0072-notices-and-age.md). */
export type NoticesTable = {
  id: string;
  /** A name in `content/notices.ts`; of a message through a form that has none, the form's. */
  notice: string;
  /** `noticeVersion` of what was shown; empty for a withdrawal without one. */
  version: string;
  kind: 'seen' | 'withdrawn';
  at: IsoTime;
  /** One of the three is set; a withdrawal is of the account. */
  user_id: string | null;
  submission_id: string | null;
  entry_id: string | null;
};

/** One row: when retention last ran (`server/jobs/clock-check.ts`). */
export type RetentionClockTable = { id: string; at: IsoTime };

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

/** Page views by what strangers choose: `missing`, a path that leads nowhere, or `referrer`, the host whose link led here. */
export type VisitDetailsTable = { day: string; kind: string; name: string; views: number };

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

/** Accounts that may use the operators' console (docs/decisions/0074-the-operators-console.md). */
export type StaffTable = {
  user_id: string;
  role: Role;
  created_at: IsoTime;
  /** The session that used the invitation: the first factor that it enrols opens the console at once. */
  enrols_in: Generated<string | null>;
};

/** A link that makes the account of its address an operator, once. */
export type StaffInvitationsTable = {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  role: Role;
  expires_at: IsoTime;
  /** Null unless an owner took it back: until it ends, its link says so. */
  withdrawn_at: Generated<IsoTime | null>;
  /** The account that made it; null where that was done with the tools of the server. */
  invited_by: Generated<string | null>;
};

/** A session that was let into the console by a second step or a passkey. */
export type ConsoleSessionsTable = {
  session_id: string;
  user_id: string;
  started_at: IsoTime;
  /** Noted at most once a minute. */
  last_used_at: IsoTime;
  /** When its owner last showed in the console who they are. */
  proved_at: IsoTime;
  /** JSON: what was done last, which the next page says, and how it is undone. */
  told: string | null;
};

/** What operators write down about a message or a person. One of the two is set. */
export type OperatorNotesTable = {
  id: string;
  submission_id: string | null;
  user_id: string | null;
  author_id: string | null;
  text: string;
  created_at: IsoTime;
};

/** No longer written: submissions that waited for a second owner to agree to their deletion. */
export type PlannedDeletionsTable = {
  id: string;
  /** The operator who asked for it. */
  user_id: string;
  /** JSON array. */
  ids: string;
  reason: Reason;
  created_at: IsoTime;
  /** When it happens by itself; null while it waits for a second owner. */
  due_at: IsoTime | null;
};

/** A line on top of every page, from a time to a time. */
export type AnnouncementsTable = { id: string; text: string; starts_at: IsoTime; ends_at: IsoTime };

export type Schema = {
  users: UsersTable;
  passwords: PasswordsTable;
  provider_accounts: ProviderAccountsTable;
  passkeys: PasskeysTable;
  webauthn_challenges: WebauthnChallengesTable;
  second_steps: SecondStepsTable;
  recovery_codes: RecoveryCodesTable;
  trusted_browsers: TrustedBrowsersTable;
  sign_in_steps: SignInStepsTable;
  account_changes: AccountChangesTable;
  sign_ups: SignUpsTable;
  sessions: SessionsTable;
  devices: DevicesTable;
  jwks: JwksTable;
  reset_links: ResetLinksTable;
  address_changes: AddressChangesTable;
  rights_links: RightsLinksTable;
  outbox: OutboxTable;
  submissions: SubmissionsTable;
  submission_files: SubmissionFilesTable;
  submission_senders: SubmissionSendersTable;
  payments: PaymentsTable;
  launch_list: LaunchListTable;
  launch_list_links: LaunchListLinksTable;
  notices: NoticesTable;
  retention_clock: RetentionClockTable;
  analytics_salts: AnalyticsSaltsTable;
  page_views: PageViewsTable;
  visitor_sketches: VisitorSketchesTable;
  vitals: VitalsTable;
  visit_details: VisitDetailsTable;
  staff: StaffTable;
  staff_invitations: StaffInvitationsTable;
  console_sessions: ConsoleSessionsTable;
  operator_notes: OperatorNotesTable;
  planned_deletions: PlannedDeletionsTable;
  announcements: AnnouncementsTable;
  audit: AuditTable;
};
