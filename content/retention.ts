import { REMEMBERED_SESSION_DAYS } from './session-days.ts';

/** A kind of row, and when it is removed. The register of data (`data-register.ts`) and the retention job take it from here. */
export type Retention = {
  readonly table: string;
  /** Removed so many days after it became what it is; 0 for what carries its own end. */
  readonly days: number;
  readonly why: string;
  /** Where people are told so, word for word; none where it is no personal data, or gone before anybody could ask. */
  readonly promised: readonly {
    readonly page: 'privacy' | 'terms' | 'cookiePolicy' | 'auth' | 'contact' | 'home';
    readonly words: string;
  }[];
};

/** What the retention job removes, by the name that stands in the log and in the audit line. */
export const RETENTION = {
  'sign-ups': {
    table: 'sign_ups',
    days: 0,
    why: 'Whoever wanted the account would have confirmed its address by then (decisions §3.4); with their mails.',
    promised: [
      { page: 'privacy', words: 'An account whose address is never confirmed is removed after 7 days.' },
      { page: 'terms', words: 'If it isn’t confirmed within 7 days, it is removed.' },
      { page: 'auth', words: 'Until you delete the account. If you don’t confirm the address, 7 days.' },
    ],
  },
  sessions: {
    table: 'sessions',
    days: 0,
    why: 'They have ended.',
    promised: [
      { page: 'privacy', words: `${REMEMBERED_SESSION_DAYS} days after the last use` },
      { page: 'cookiePolicy', words: `${REMEMBERED_SESSION_DAYS} days from your last use` },
    ],
  },
  devices: {
    table: 'devices',
    days: 0,
    why: 'A browser that has not signed in for 180 days counts as a stranger again.',
    promised: [
      { page: 'privacy', words: '180 days after it last signed in' },
      { page: 'cookiePolicy', words: '180 days from your last sign-in' },
    ],
  },
  'reset-links': {
    table: 'reset_links',
    days: 0,
    why: 'They no longer work.',
    promised: [
      {
        page: 'privacy',
        words: 'within 24 hours to confirm an address, within one hour to set a new password',
      },
    ],
  },
  'address-changes': {
    table: 'address_changes',
    days: 0,
    why: 'Their links no longer work.',
    promised: [{ page: 'privacy', words: 'within 24 hours to confirm an address' }],
  },
  'rights-links': {
    table: 'rights_links',
    days: 1,
    why: 'They no longer work; until then they count, so that nobody floods an address with such emails.',
    promised: [],
  },
  'staff-invitations': {
    table: 'staff_invitations',
    days: 0,
    why: 'They no longer work.',
    promised: [],
  },
  'passkey-challenges': {
    table: 'webauthn_challenges',
    days: 0,
    why: 'Nobody can answer them any more.',
    promised: [],
  },
  'trusted-browsers': {
    table: 'trusted_browsers',
    days: 0,
    why: 'They are asked for a code again.',
    promised: [],
  },
  'sign-in-steps': {
    table: 'sign_in_steps',
    days: 0,
    why: 'Nobody can finish them any more.',
    promised: [],
  },
  'account-changes': {
    table: 'account_changes',
    days: 7,
    why: 'Whoever reads the mail about a change later than that writes to us. A contested change waits until it is decided.',
    promised: [{ page: 'privacy', words: 'How you signed in before a change is kept for 7 days' }],
  },
  'signing-keys': {
    table: 'jwks',
    days: 1,
    why: 'Nothing that was signed with them is valid any more.',
    promised: [],
  },
  'launch-list-waiting': {
    table: 'launch_list',
    days: 7,
    why: 'Whoever wanted to be told would have confirmed the address by then.',
    promised: [
      { page: 'privacy', words: 'An address that nobody confirms is removed after 7 days.' },
      { page: 'home', words: 'after that email. If you don’t confirm the address, 7 days.' },
    ],
  },
  'launch-list-told': {
    table: 'launch_list',
    days: 30,
    why: 'The launch mail was what the address was for; a month to answer who asks about it.',
    promised: [
      {
        page: 'privacy',
        words: 'We write to confirmed addresses once, on launch day, and remove them 30 days later.',
      },
      { page: 'home', words: 'at most 30 days after that email' },
    ],
  },
  'quarantined-submissions': {
    table: 'submissions',
    days: 30,
    why: 'Time enough for an operator to free what the trap for robots caught wrongly.',
    promised: [{ page: 'privacy', words: 'What our spam trap catches is removed after 30 days.' }],
  },
  'received-submissions': {
    table: 'submissions',
    days: 730,
    why: 'Nobody comes back to a message after two years; those of an account are its `messages` (decisions §4).',
    promised: [
      {
        page: 'privacy',
        words: 'A message sent while signed out is removed after two years.',
      },
      { page: 'contact', words: 'A message sent while signed out: two years.' },
    ],
  },
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
    why: 'Confirmation mails to one address are counted over a day, by the networks that asked for them.',
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
} as const satisfies Record<string, Retention>;

export type RetentionName = keyof typeof RETENTION;
