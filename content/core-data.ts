import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';

export const CORE_RETENTION = {
  'sent-mails': {
    table: 'outbox',
    days: 30,
    why: 'Long enough to answer “did you send it?”; their text went when they were sent.',
    promised: [
      { page: 'privacy', words: 'a note that it was sent, for 30 days or until the account is deleted' },
    ],
  },
  'undelivered-mails': {
    table: 'outbox',
    days: 30,
    why: 'Time enough for an operator to see what was not delivered.',
    promised: [
      {
        page: 'privacy',
        words: 'An email that couldn’t be delivered is removed 30 days after the last attempt.',
      },
    ],
  },
  'networks-of-mails': {
    table: 'outbox',
    days: 1,
    why: 'Confirmation emails to one address are counted over a day, by the networks that asked for them.',
    promised: [
      {
        page: 'privacy',
        words: 'a fingerprint of the network that asked for it, until about a day after we wrote it',
      },
    ],
  },
  'audit-lines': {
    table: 'audit',
    days: 365,
    why: 'What went wrong is found within a year, or not by these lines.',
    promised: [{ page: 'privacy', words: 'Each line is removed after one year.' }],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const CORE_TABLES = {
  outbox: {
    isPersonal: true,
    what: 'Emails to you: address, subject, text with its link, and when we sent them',
    why: 'To deliver them, and to answer “did you send it?”',
    recipient: 'The mail servers on the way',
    kept: `The text until delivered, or ${CORE_RETENTION['undelivered-mails'].days} days after the last attempt; the note that it was sent: ${CORE_RETENTION['sent-mails'].days} days, or until the account is deleted; the address of a receipt, and of an email that a deleted account sent to another address: up to a day`,
  },
  audit: {
    isPersonal: true,
    what: 'Our record of what was done and when, the audit log, with a code instead of a name',
    why: 'To find out what went wrong',
    recipient: NOBODY,
    kept: 'One year, even after the account is gone',
  },
  audit_head: {
    isPersonal: false,
    what: 'Where the audit log began and ended, as versions before 2.0 noted it',
    why: 'So that such a version can run beside this one',
    recipient: NOBODY,
    kept: 'Until the next version; it is one row',
  },
  retention_clock: {
    isPersonal: false,
    what: 'When the site last removed what was due',
    why: 'To notice a clock that jumped',
    recipient: NOBODY,
    kept: 'Always; it is one row',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const CORE_COLUMNS = {
  outbox: {
    shown: [
      'id',
      'kind',
      'subject',
      'state',
      'created_at',
      'sent_at',
      'attempts',
      'next_attempt_at',
      'leased_until',
      'link_expires_at',
      'last_error',
      'notice',
    ],
    withheld: ['user_id', 'recipient', 'reply_to', 'text_body', 'html_body', 'leave_link', 'network'],
    labels: {
      kind: 'Kind of email',
      subject: 'Subject',
      state: 'What became of it',
      attempts: 'Times we tried to send it',
      created_at: 'Written',
      next_attempt_at: 'Next try',
      leased_until: 'Being sent until',
      last_error: 'What the mail server said',
    },
    values: {
      state: {
        requested: 'Asked for',
        waiting: 'Waiting to be sent',
        sent: 'Sent',
        dead: 'Given up',
      },
    },
  },
  audit: {
    shown: ['id', 'at', 'action', 'detail', 'actor'],
    withheld: ['subject', 'session', 'seq', 'link'],
    labels: { at: 'When', action: 'What happened', detail: 'How or why', actor: 'By' },
  },
  audit_head: {
    shown: [],
    withheld: ['id', 'seq', 'link', 'first_seq', 'before_first', 'seal'],
  },
  retention_clock: {
    shown: [],
    withheld: ['id', 'at'],
  },
} as const satisfies Readonly<Record<string, Columns>>;

export const DONE_BY = {
  you: 'you',
  us: 'one of us',
  visitor: 'someone who was not signed in',
  site: 'the site itself',
} as const;

/** Column names as pages show them. The JSON of the data export keeps the database's own names. @public */
export const COMMON_LABELS: Readonly<Record<string, string>> = {
  id: 'Our reference',
  name: 'Name',
  email: 'Email address',
  gender: 'Gender',
  dob: 'Date of birth',
  about: 'About you',
  created_at: 'Since',
  updated_at: 'Last changed',
  expires_at: 'Expires',
  sent_at: 'Sent',
  confirmed_at: 'Confirmed',
  age_met: 'Age you said you’ve reached',
  attempts: 'Emails requested',
  submission_id: 'Reference of the message',
  link_expires_at: 'Its link expires',
  notice: 'Version of the notice that you saw',
  way: 'Sign-in method',
};
