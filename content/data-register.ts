import type { MailKind } from './mails.ts';
import { RETENTION, type Retention } from './retention.ts';
import { REMEMBERED_SESSION_DAYS } from './session-days.ts';

/**
 * The register of data: everything that the site keeps, in the database, in the log, in mails and in backups; in browsers:
 * `browser-register.ts`; for how long: `retention.ts`. The tables of the privacy page and of the cookie policy, and the
 * register of processing (`npm run operator -- data-register`) come from them. A column, cookie, storage key, log field or
 * mail that is not there fails `server/data-register.integration.test.ts`, or does not compile.
 */
export type Entry = {
  /** What it is, as people say it. */
  readonly what: string;
  readonly why: string;
  /** Who gets it besides us. */
  readonly recipient: string;
  /** How long, and how it ends. */
  readonly kept: string;
};

type Table = Entry & {
  /** Named one by one, parted by blanks: a new column has to be written here. */
  readonly columns: string;
  /** Whether the rows are about a person, so that the privacy page lists them. */
  readonly isPersonal: boolean;
};

const NOBODY = 'Nobody';

/** By the name of the table in the database. */
export const TABLES: Readonly<Record<string, Table>> = {
  users: {
    columns:
      'id name email created_at updated_at gender dob about last_login login_count verification_sent_at verification_attempts closed_at closed_reason age_met',
    isPersonal: true,
    what: 'Your account: name, email address, what you tell us about yourself, when and how often you signed in, and, where we ask for an age, only that you’ve reached it',
    why: 'To run your account. Gender, date of birth and the lines about you are kept only to show them to you.',
    recipient: NOBODY,
    kept: 'Until you delete the account',
  },
  passwords: {
    columns: 'user_id hash updated_at',
    isPersonal: true,
    what: 'Your password, as a hash',
    why: 'To let only you in',
    recipient: NOBODY,
    kept: 'Until you change it or delete the account',
  },
  provider_accounts: {
    columns: 'provider account_id user_id created_at',
    isPersonal: true,
    what: 'Google’s or GitHub’s permanent ID for you, if you sign in with them',
    why: 'To recognise you, even with a new address',
    recipient: 'Google or GitHub, which learn that you signed in here',
    kept: 'Until you delete the account',
  },
  passkeys: {
    columns:
      'id user_id public_key counter transports name discoverable backed_up created_at last_used_at opens_console_from',
    isPersonal: true,
    what: 'Your passkeys: the public half of each key, the name you gave it, when you added it and last used it',
    why: 'To let you in without a password',
    recipient: NOBODY,
    kept: 'Until you remove the passkey or delete the account',
  },
  webauthn_challenges: {
    columns: 'challenge token_hash purpose user_id expires_at',
    isPersonal: true,
    what: 'What we asked your browser to sign with a passkey',
    why: 'So that an answer works once, in the browser that was asked',
    recipient: NOBODY,
    kept: 'Five minutes; removed when it is answered, or within the next hour',
  },
  second_steps: {
    columns: 'user_id secret confirmed_at last_used_step created_at opens_console_from',
    isPersonal: true,
    what: 'The secret you share with your authenticator app, encrypted, and when you last used it',
    why: 'To ask for a code as well, because you chose that',
    recipient: NOBODY,
    kept: 'Until you turn two-step verification off or delete the account',
  },
  recovery_codes: {
    columns: 'user_id code_hash unsaved_set',
    isPersonal: true,
    what: 'Your recovery codes, as hashes, and whether you’ve told us that you saved them',
    why: 'To let you in without your authenticator app, and to keep others out who can read your email',
    recipient: NOBODY,
    kept: 'Until you use one, ask for new ones or delete the account; or until you have neither two-step verification nor a passkey',
  },
  trusted_browsers: {
    columns: 'id token_hash user_id created_at expires_at',
    isPersonal: true,
    what: 'Each browser that you told us to remember after a code',
    why: 'So that it needs no code for a while',
    recipient: NOBODY,
    kept: '30 days, or until you set a new password by email, turn two-step verification off or delete the account',
  },
  sign_in_steps: {
    columns: 'token_hash user_id way credential remember tries expires_at',
    isPersonal: true,
    what: 'A sign-in that still needs its code: how it began, and until when it waits',
    why: 'To ask for the code after the password',
    recipient: NOBODY,
    kept: 'Ten minutes; removed when the code comes, or within the next hour',
  },
  account_changes: {
    columns: 'id user_id kind detail before token_hash created_at contested_at kept_at former_email',
    isPersonal: true,
    what: 'Each change to how you sign in, and all ways to sign in as they were before it',
    why: 'To undo what wasn’t you',
    recipient: NOBODY,
    kept: `${RETENTION['account-changes'].days} days; a change that you say wasn’t you, until you’ve decided about it`,
  },
  sign_ups: {
    columns:
      'id email password_hash name gender dob about browser browser_expires_at attempts sent_at link_hash link_expires_at taken confirmed_at created_at updated_at expires_at notice age_met',
    isPersonal: true,
    what: 'What you typed to sign up, before you confirm the address',
    why: 'To create the account once you confirm',
    recipient: NOBODY,
    kept: '7 days; emptied when you confirm in the browser you signed up in',
  },
  sessions: {
    columns:
      'id token_hash user_id remembered browser created_at last_used_at expires_at proved_at reauthenticated_at first_step_at',
    isPersonal: true,
    what: 'Each sign-in: when, with what type of browser, until when',
    why: 'To keep you signed in, and to sign you out',
    recipient: NOBODY,
    kept: `Until you sign out; otherwise one day, or ${REMEMBERED_SESSION_DAYS} days after the last use with “Remember this device”`,
  },
  devices: {
    columns: 'id token_hash user_id created_at expires_at',
    isPersonal: true,
    what: 'Each browser that has signed in to your account',
    why: 'So that strangers trying wrong passwords can’t lock you out',
    recipient: NOBODY,
    kept: '180 days after it last signed in, or until you delete the account',
  },
  reset_links: {
    columns: 'token_hash user_id expires_at created_at',
    isPersonal: true,
    what: 'That you asked for a new password',
    why: 'To make the link we email work',
    recipient: NOBODY,
    kept: 'One hour, or until you use the link',
  },
  address_changes: {
    columns: 'user_id email token_hash expires_at',
    isPersonal: true,
    what: 'The email address that you want to change to',
    why: 'To make the link we email to it work',
    recipient: NOBODY,
    kept: '24 hours, or until you use the link, set a new password or delete the account',
  },
  rights_links: {
    columns: 'token_hash email expires_at',
    isPersonal: true,
    what: 'That someone asked for a link to see what we keep under your address',
    why: 'To make the link we email work',
    recipient: NOBODY,
    kept: 'A day after the link ends, or until everything under the address is erased or access to its account is ended; removed within the next hour',
  },
  outbox: {
    columns:
      'id user_id kind recipient reply_to subject text_body html_body state link_expires_at leave_link network attempts next_attempt_at leased_until last_error created_at sent_at notice',
    isPersonal: true,
    what: 'Emails to you: address, subject, text with its link, and when we sent them',
    why: 'To deliver them, and to answer “did you send it?”',
    recipient: 'The mail servers on the way',
    kept: `The text until delivered, or ${RETENTION['undelivered-mails'].days} days after the last attempt; the note that it was sent: ${RETENTION['sent-mails'].days} days, or until the account is deleted`,
  },
  submissions: {
    columns:
      'id form state user_id name email message fields idempotency_key digest payment_intent amount currency created_at due_at reminded_at done_at read_at assigned_to',
    isPersonal: true,
    what: 'Messages sent through the forms, with name and email address; for a payment, its ID and amount; for a request about personal data, by when we answer it',
    why: 'To answer you',
    recipient: 'The mailbox of those who answer; Stripe, if you pay by card',
    kept: 'Sent while signed in, or from your account’s address: until you delete the account. Otherwise two years; what the spam trap catches, 30 days. Without an account, you can erase them yourself',
  },
  payments: {
    columns: 'submission_id state digest sender intent begun tries asks refusal told_at created_at look_at',
    isPersonal: true,
    what: 'How far the card payment of a message has come: Stripe’s ID for it, and hashes of the message and of its form and address',
    why: 'To charge no card twice, and to receive every message that was paid',
    recipient: 'Stripe, which is asked by its ID',
    kept: 'A day after the payment went through, or with the unpaid message; at most 30 days where we can’t ask Stripe. Without what may have been charged, it goes when you erase the message',
  },
  submission_files: {
    columns: 'id submission_id field name type size content',
    isPersonal: true,
    what: 'Files sent with a message, where a form accepts them',
    why: 'To answer you',
    recipient: 'The mailbox of those who answer',
    kept: 'For as long as the message',
  },
  submission_senders: {
    columns: 'submission_id address',
    isPersonal: true,
    what: 'The address of a message, spelled the way we compare addresses',
    why: 'To find your messages, however you typed your address',
    recipient: NOBODY,
    kept: 'For as long as the message',
  },
  launch_list: {
    columns: 'id email asked_at confirmed_at told_at',
    isPersonal: true,
    what: 'Your email address on the launch list, when you asked and when you confirmed it',
    why: 'To tell you at launch, as you asked',
    recipient: NOBODY,
    kept: `Until you leave the list or delete the account with that address. If you don’t confirm it, ${RETENTION['launch-list-waiting'].days} days; otherwise, ${RETENTION['launch-list-told'].days} days after the launch email`,
  },
  launch_list_links: {
    columns: 'token_hash entry_id',
    isPersonal: true,
    what: 'Hashes of the links in our emails to the launch list',
    why: 'To make the links to confirm and to leave work',
    recipient: NOBODY,
    kept: 'For as long as the address is on the list',
  },
  notices: {
    columns: 'id notice version kind at user_id submission_id entry_id',
    isPersonal: true,
    what: 'Notices seen: which short notice we showed you, in which words and when, and what you took back',
    why: 'To show that we told you, and that you said no',
    recipient: NOBODY,
    kept: 'For as long as the account, the message or the launch-list entry that it’s about',
  },
  staff: {
    columns: 'user_id role created_at enrols_in',
    isPersonal: true,
    what: 'Of those who work for us: that your account may use the operators’ console, and in which role',
    why: 'To let only them in, and only as far as their work needs',
    recipient: NOBODY,
    kept: 'Until the role is removed or you delete the account',
  },
  staff_invitations: {
    columns: 'token_hash email role expires_at withdrawn_at invited_by',
    isPersonal: true,
    what: 'Of those who work for us: the address that was invited to the console, by whom, and whether the invitation was withdrawn',
    why: 'To make the link work for as long as whoever invited may invite, or say that it does not any more',
    recipient: NOBODY,
    kept: 'Two days, or until the link is used',
  },
  console_sessions: {
    columns: 'session_id user_id started_at last_used_at proved_at told',
    isPersonal: true,
    what: 'Of those who work for us: since when the console is open, when it was last used, and what was done in it last, so that it can be undone',
    why: 'To close it after half an hour without use, and after twelve hours at most',
    recipient: NOBODY,
    kept: 'For as long as the sign-in',
  },
  operator_notes: {
    columns: 'id submission_id user_id author_id text created_at',
    isPersonal: true,
    what: 'What those who answer write down about a message or an account',
    why: 'So that colleagues know what was done',
    recipient: NOBODY,
    kept: 'Until one of us deletes it; otherwise as long as the message or the account',
  },
  planned_deletions: {
    columns: 'id user_id ids reason created_at due_at',
    isPersonal: true,
    what: 'Of those who work for us: which messages you asked to delete, when they were many, in a version before 2.0',
    why: 'No longer used; the next version removes it',
    recipient: NOBODY,
    kept: 'Until the next version, or until you delete the account',
  },
  announcements: {
    columns: 'id text starts_at ends_at',
    isPersonal: false,
    what: 'Lines that stand above every page for a while',
    why: 'To tell visitors of maintenance and the like',
    recipient: 'Every visitor',
    kept: 'Until one of us deletes it',
  },
  audit: {
    columns: 'id at action detail actor subject session seq link',
    isPersonal: true,
    what: 'The audit log: what was done and when, with a fingerprint instead of a name',
    why: 'To find out what went wrong',
    recipient: NOBODY,
    kept: 'One year, even after the account is gone',
  },
  audit_head: {
    columns: 'id seq link first_seq before_first seal',
    isPersonal: false,
    what: 'Where the audit log began and ended, as versions before 2.0 noted it',
    why: 'So that such a version can run beside this one',
    recipient: NOBODY,
    kept: 'Until the next version; it is one row',
  },
  retention_clock: {
    columns: 'id at',
    isPersonal: false,
    what: 'When the site last removed what was due',
    why: 'To notice a clock that jumped',
    recipient: NOBODY,
    kept: 'Always; it is one row',
  },
  jwks: {
    columns: 'id private_key created_at expires_at',
    isPersonal: false,
    what: 'Signing keys, encrypted',
    why: 'To sign short-lived tokens',
    recipient: NOBODY,
    kept: `${RETENTION['signing-keys'].days} day after they expire`,
  },
  analytics_salts: {
    columns: 'day salt',
    isPersonal: true,
    what: 'The day’s random key',
    why: 'To count each visitor once a day',
    recipient: NOBODY,
    kept: 'Until the day is over (UTC); in no backup',
  },
  page_views: {
    columns: 'day path device views',
    isPersonal: false,
    what: 'Page views, as totals per day, page and type of device',
    why: 'To see which pages are read',
    recipient: NOBODY,
    kept: 'Always; they are about nobody',
  },
  visitor_sketches: {
    columns: 'day path sketch',
    isPersonal: false,
    what: 'How many different visitors a page had on a day',
    why: 'To see which pages are read',
    recipient: NOBODY,
    kept: 'Always; two days later only the number',
  },
  vitals: {
    columns: 'day path device metric histogram',
    isPersonal: false,
    what: 'How fast pages loaded and responded, as totals',
    why: 'To find slow pages',
    recipient: NOBODY,
    kept: 'Always; they are about nobody',
  },
  visit_details: {
    columns: 'day kind name views',
    isPersonal: false,
    what: 'Which missing pages were requested, without queries, and which sites’ links led here, as totals per day',
    why: 'To fix links, and to see who links to the site',
    recipient: NOBODY,
    kept: 'One year; they are about nobody',
  },
};

/** The log. `fields` are the names of all that its lines may hold. */
export const LOG: Entry & { readonly fields: string } = {
  fields:
    'level time msg requestId method route status ms err client reason removed rule origin audit deletedIds mail kind attempts next provider code detail form payment outcome submission received stripe signal deleted before now version commit migration',
  what: 'The server’s log: which kind of page was requested, when, and the outcome; errors on the server, and those your browser had on our pages, without what you typed; the lines of the audit log, and for a deleted account a fingerprint of its random ID',
  why: 'To find faults and attacks, and to delete again what a restored backup brings back',
  recipient: NOBODY,
  kept: 'As long as the machine keeps its log',
};

/** A log of its own, in files of the data folder. `fields` are those of its lines. */
export const REFUSED_CALLERS: Entry & { readonly fields: string } = {
  fields: 'time address reason times',
  what: 'IP addresses (IPv4, or the network of an IPv6 address) that we refused because too many requests or wrong passwords came from them: which limit, when and how often. Nothing in it leads to an account',
  why: 'To find out where an attack comes from, and to stop it',
  recipient: NOBODY,
  kept: '24 hours at most; in no backup',
};

export const BACKUPS: Entry & Pick<Retention, 'days' | 'promised'> = {
  days: 14,
  promised: [{ page: 'privacy', words: 'Backups are removed after 14 days' }],
  what: 'Backups of the database',
  why: 'To recover everything after a machine fails',
  recipient: NOBODY,
  kept: '14 days. After a restore, anything deleted since the backup is deleted again.',
};

const mail = (what: string, recipient = 'You, and the mail servers on the way'): Entry => ({
  what,
  why: 'To tell what happened',
  recipient,
  kept: 'In the mailbox of whoever gets it; here as the outbox table says',
});

/** What each kind of mail tells whom. */
export const MAILED: Readonly<Record<MailKind | 'test-mail', Entry>> = {
  'verify-email': mail('A link to confirm your address'),
  'account-exists': mail('That your address already has an account'),
  'reset-password': mail('A link to choose a new password'),
  'account-changed': mail(
    'What changed about how you sign in, when and in what type of browser, and a link for when it wasn’t you',
  ),
  'confirm-address': mail('A link to confirm your new address'),
  'operator-changed': mail('That an operator’s way to sign in changed, to the owners of the console'),
  'account-moved': mail(
    'That your account moved to another address, when someone signs up with the former one',
  ),
  'address-taken': mail('That your address already has an account, when someone wants it for another one'),
  'account-deleted': mail('That your account has been deleted, and why'),
  'launch-list-confirm': mail('A link to confirm your launch-list entry'),
  'launch-list-known': mail('That you’re on the launch list'),
  'launch-mail': mail('That we have launched'),
  'operator-notice': mail(
    'What we have to tell you about your data, such as that it reached the wrong hands',
  ),
  'rights-link': mail('A link to see what we keep under your address'),
  'rights-receipt': mail(
    'That your request about personal data arrived: its reference, and by when we answer',
  ),
  'rights-reminder': mail(
    'That a request about personal data is due, with its reference',
    'Those of us who answer messages',
  ),
  'quarantine-digest': mail('How many messages the spam trap caught', 'Those of us who answer messages'),
  'deleted-by-us': mail(
    'That one of us deleted an account or many messages, and why, without a name',
    'Those of us who own the operators’ console',
  ),
  'form-receipt': mail('That your message arrived: through which form, when, and its reference'),
  'form-reply': mail('Our answer to your message, which it quotes'),
  'form-notification': mail('Your message, name and email address', 'Those of us who answer messages'),
  'test-mail': {
    what: 'That the mail server works, sent by hand with “npm run doctor -- --mail”',
    why: 'To try the mail server',
    recipient: 'Whoever the operator names, and the mail servers on the way',
    kept: 'In the mailbox of whoever gets it; not here',
  },
};

/** What the privacy page lists, in this order. */
export const PERSONAL_DATA: readonly Entry[] = [
  ...Object.values(TABLES).filter(({ isPersonal }) => isPersonal),
  LOG,
  REFUSED_CALLERS,
  BACKUPS,
];
