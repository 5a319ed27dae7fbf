import { BRAND } from '#content/brand.ts';
import type { MailKind } from '#content/mails.ts';

/** The words of the page in the zip of “Your data”. */
export const EXPORT_WORDS = {
  title: `What ${BRAND.company} keeps about you`,
  made: 'Made on',
  intro:
    'Everything that we keep about your account and its address. Hashes, secrets and links that could open your account are left out, and so is the text of emails, which went to you.',
  nothing: 'Nothing.',
  kept: 'Kept:',
  file: 'In this zip',
  yes: 'yes',
  no: 'no',
  leftOut: 'What is not in here, and why',
} as const;

/** Who did what an audit line tells. */
export const DONE_BY = {
  you: 'you',
  us: 'one of us',
  visitor: 'somebody who was not signed in',
  site: 'the site itself',
} as const;

/** Columns that say yes or no. */
export const YES_OR_NO: readonly string[] = ['remembered', 'remember', 'discoverable', 'backed_up', 'taken'];

/** What a column is called on a page that people read. The JSON of the export keeps the database’s own names. */
const COLUMN_LABELS: Readonly<Record<string, string>> = {
  id: 'Our reference',
  name: 'Name',
  email: 'Email address',
  gender: 'Gender',
  dob: 'Date of birth',
  about: 'About you',
  created_at: 'Since',
  updated_at: 'Last changed',
  expires_at: 'Ends',
  sent_at: 'Sent',
  confirmed_at: 'Confirmed',
  age_met: 'Age that you said you’ve reached',
  attempts: 'Emails asked for',
  submission_id: 'Of the message with the reference',
  entry_id: 'Of the launch-list entry with the reference',
  link_expires_at: 'Its link ends',
  notice: 'Notice that you saw',
  way: 'Way of signing in',
};

/** Where a table means something else or something more by a column. */
const LABELS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: {
    id: 'Number of your account',
    last_login: 'Last sign-in',
    login_count: 'Times signed in',
    verification_sent_at: 'Last verification email',
    verification_attempts: 'Verification emails sent',
    closed_at: 'Closed',
    closed_reason: 'Why it was closed',
  },
  submissions: {
    form: 'Form',
    state: 'What became of it',
    message: 'Message',
    fields: 'What else the form sent',
    payment_intent: 'Reference of the payment',
    amount: 'Amount, in paise or cents',
    currency: 'Currency',
    created_at: 'Sent',
    due_at: 'We answer by',
    reminded_at: 'We were reminded of it',
    done_at: 'Answered',
    read_at: 'Read by one of us',
  },
  payments: {
    submission_id: 'Of the message with the reference',
    state: 'How it stands',
    intent: 'Reference of the payment',
    tries: 'Times a card was tried',
    refusal: 'Why Stripe takes none',
    told_at: 'You were told that it went through',
    look_at: 'We look at it again',
  },
  submission_files: {
    field: 'Field of the form',
    name: 'File name',
    type: 'Type of file',
    size: 'Size in bytes',
  },
  submission_senders: { address: 'Address, as we compare it' },
  launch_list: { asked_at: 'Asked for', told_at: 'Told of the launch' },
  notices: { version: 'Its version', kind: 'What happened', at: 'When' },
  provider_accounts: { provider: 'Provider', account_id: 'Your number there' },
  passkeys: {
    public_key: 'Public key',
    counter: 'Times used, by its own count',
    transports: 'How it is reached',
    discoverable: 'Works without an address',
    backed_up: 'Copied to your other devices',
    last_used_at: 'Last used',
    opens_console_from: 'Opens our console from, if you work with us',
  },
  second_steps: {
    last_used_step: 'Counter of the last code used',
    opens_console_from: 'Opens our console from, if you work with us',
  },
  recovery_codes: { user_id: 'Of the account with the number' },
  sessions: {
    browser: 'Browser',
    remembered: 'Device remembered',
    last_used_at: 'Last used',
    proved_at: 'Last proof for deleting the account',
    reauthenticated_at: 'Last proof that it was you',
    first_step_at: 'Password or provider shown, code awaited',
  },
  sign_in_steps: { remember: 'Device to be remembered', tries: 'Codes tried' },
  account_changes: {
    kind: 'What was changed',
    detail: 'How',
    contested_at: 'You said that it wasn’t you',
    kept_at: 'You said that it was you',
    former_email: 'Address until then',
  },
  sign_ups: {
    browser_expires_at: 'The browser that signed up is known until',
    taken: 'The address has an account',
  },
  outbox: {
    kind: 'Kind of email',
    subject: 'Subject',
    state: 'What became of it',
    attempts: 'Times we tried to send it',
    created_at: 'Written',
    next_attempt_at: 'Next try',
    leased_until: 'Being sent until',
    last_error: 'What the mail server said',
  },
  operator_notes: { text: 'What one of us wrote down' },
  staff: { role: 'Your role in the operators’ console' },
  staff_invitations: { role: 'Role that you were invited to', withdrawn_at: 'Withdrawn' },
  console_sessions: {
    session_id: 'Of the sign-in with the reference',
    started_at: 'The console is open since',
    last_used_at: 'Last used',
    proved_at: 'Last proof that it was you',
  },
  planned_deletions: { reason: 'Why', due_at: 'Happens on' },
  audit: { at: 'When', action: 'What happened', detail: 'How or why', actor: 'By' },
};

/** What a person reads in place of a column’s name; undefined for a column that has no words yet. */
export function labelOf(table: string, column: string): string | undefined {
  return LABELS_OF[table]?.[column] ?? COLUMN_LABELS[column];
}

/** What a person reads in place of a word of ours. Other words are shown with blanks for their hyphens. */
export const VALUES_IN_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'submissions.form': { contact: 'Contact', feedback: 'Feedback', rights: 'Request about personal data' },
  'submissions.state': {
    received: 'It reached us',
    quarantined: 'Set aside as possible spam',
    unpaid: 'Waiting for its card payment',
  },
  'payments.state': {
    known: 'Not charged',
    asked: 'Being charged',
    unknown: 'Not known yet',
    settled: 'Went through',
    cancelled: 'Cancelled',
  },
  'notices.kind': { seen: 'You saw it', withdrawn: 'You took it back' },
  'account_changes.kind': {
    device: 'A sign-in on a new device',
    password: 'The password',
    passkeys: 'The passkeys',
    providers: 'Google or GitHub',
    'second-step': 'Two-step verification',
    address: 'The email address',
    recovery: 'Help with signing in',
  },
  'outbox.kind': {
    'verify-email': 'Confirming your address',
    'account-exists': 'You already have an account',
    'reset-password': 'Choosing a new password',
    'account-changed': 'A change to your account',
    'confirm-address': 'Confirming a new address',
    'operator-changed': 'A change to an operator’s account',
    'account-moved': 'Your account has moved',
    'address-taken': 'A new address that has an account',
    'account-deleted': 'Your account was deleted',
    'form-notification': 'Your message, to those who answer',
    'form-receipt': 'We’ve got your message',
    'form-reply': 'Our answer to your message',
    'rights-link': 'Link to what we keep',
    'rights-receipt': 'We’ve got your request',
    'rights-reminder': 'Your request, to those who answer',
    'quarantine-digest': 'Possible spam, to those who answer',
    'deleted-by-us': 'What one of us deleted, to those who own the console',
    'launch-list-confirm': 'Confirming the launch list',
    'launch-list-known': 'You’re on the launch list',
    'launch-mail': 'The launch',
    'operator-notice': 'A notice to everyone with an account',
  } satisfies Readonly<Record<MailKind, string>>,
  'outbox.state': {
    requested: 'Asked for',
    waiting: 'Waiting to be sent',
    sent: 'Sent',
    dead: 'Given up',
  },
};

/** Tables about people that nobody is given, and why. A table is here or in `features/your-data/server/own-tables.ts`. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  webauthn_challenges: 'A random value that lasts five minutes and says nothing about you.',
  analytics_salts: 'One random key for all visitors together; we can’t tell who was counted.',
};

/** Where else something of a person may be. */
export const NOT_BY_PERSON = {
  log: 'Written by request, not by person: we can’t find yours in it.',
  refused: 'By IP address only: we don’t know whose it is.',
  backups: 'Copies of the same; they end by themselves.',
} as const;
