import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';
import { REMEMBERED_SESSION_DAYS } from '#content/durations.ts';
import { LINK_TIMES } from '#content/link-hours.ts';

export const ACCOUNT_RETENTION = {
  'sign-ups': {
    table: 'sign_ups',
    days: 0,
    why: 'People who wanted the account would have confirmed its address by then. Their emails go with it.',
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
  'mails-of-nobody': {
    table: 'outbox',
    days: 1,
    why: 'Confirmation emails and receipts to one address are counted over a day, even if the account or message is deleted.',
    promised: [],
  },
  'reset-links': {
    table: 'reset_links',
    days: 0,
    why: 'They no longer work.',
    promised: [
      {
        page: 'privacy',
        words: `within ${LINK_TIMES.confirm} to confirm an address, within ${LINK_TIMES.reset} to set a new password`,
      },
    ],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const ACCOUNT_TABLES = {
  users: {
    isPersonal: true,
    what: 'Your account: name, email address, what you tell us about yourself, when and how often you signed in, and, where we ask for an age, only that you’ve reached it',
    why: 'To run your account. Gender, date of birth and the lines about you are kept only to show them to you.',
    recipient: NOBODY,
    kept: 'Until you delete the account',
  },
  passwords: {
    isPersonal: true,
    what: 'Your password, in a form that can’t be read back',
    why: 'To let only you in',
    recipient: NOBODY,
    kept: 'Until you change it or delete the account',
  },
  sign_ups: {
    isPersonal: true,
    what: 'What you typed to sign up, before you confirm the address',
    why: 'To create the account once you confirm',
    recipient: NOBODY,
    kept: '7 days; emptied when you confirm in the browser you signed up in',
  },
  sessions: {
    isPersonal: true,
    what: 'Each sign-in: when, with what browser and operating system, until when',
    why: 'To keep you signed in, and to sign you out',
    recipient: NOBODY,
    kept: `Until you sign out; otherwise one day, or ${REMEMBERED_SESSION_DAYS} days after the last use with “Remember this device”`,
  },
  devices: {
    isPersonal: true,
    what: 'Each browser that has signed in to your account',
    why: 'So that strangers trying wrong passwords can’t lock you out',
    recipient: NOBODY,
    kept: '180 days after it last signed in, or until you delete the account',
  },
  reset_links: {
    isPersonal: true,
    what: 'That you asked for a new password',
    why: 'To make the link we email work',
    recipient: NOBODY,
    kept: `Until you use the link, at most ${LINK_TIMES.reset}`,
  },
  recovery_codes: {
    isPersonal: true,
    what: 'Your recovery codes, in a form that can’t be read back, and whether you’ve told us that you saved them',
    why: 'To let you in without your authenticator app, and to keep out others who can read your email',
    recipient: NOBODY,
    kept: 'Until you use one, ask for new ones or delete the account; or until you have neither two-step verification nor a passkey',
  },
  notices: {
    isPersonal: true,
    what: 'Notices seen: which short notice we showed you, in which version and when, and what you withdrew',
    why: 'To show that we told you, and that you said no',
    recipient: NOBODY,
    kept: 'For as long as the account, the message or the launch-list entry that it’s about',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const ACCOUNT_COLUMNS = {
  users: {
    shown: [
      'id',
      'email',
      'name',
      'gender',
      'dob',
      'about',
      'created_at',
      'updated_at',
      'last_login',
      'login_count',
      'verification_sent_at',
      'verification_attempts',
      'closed_at',
      'closed_reason',
      'age_met',
    ],
    withheld: [],
    labels: {
      id: 'Number of your account',
      last_login: 'Last sign-in',
      login_count: 'Times signed in',
      verification_sent_at: 'Last verification email',
      verification_attempts: 'Verification emails sent',
      closed_at: 'Closed',
      closed_reason: 'Why it was closed',
    },
  },
  passwords: {
    shown: ['updated_at'],
    withheld: ['user_id', 'hash'],
  },
  sign_ups: {
    shown: [
      'id',
      'email',
      'name',
      'gender',
      'dob',
      'about',
      'browser_expires_at',
      'attempts',
      'sent_at',
      'link_expires_at',
      'taken',
      'confirmed_at',
      'created_at',
      'updated_at',
      'expires_at',
      'notice',
      'age_met',
    ],
    withheld: ['password_hash', 'browser', 'link_hash'],
    labels: {
      browser_expires_at: 'The browser that signed up is known until',
      taken: 'The address already had an account at the sign-up',
    },
  },
  sessions: {
    shown: [
      'id',
      'browser',
      'remembered',
      'created_at',
      'last_used_at',
      'expires_at',
      'proved_at',
      'reauthenticated_at',
      'first_step_at',
      'two_steps',
    ],
    withheld: ['user_id', 'token_hash'],
    labels: {
      browser: 'Browser',
      remembered: 'Device remembered',
      last_used_at: 'Last used',
      proved_at: 'Last proof for deleting the account',
      reauthenticated_at: 'Last proof that it was you',
      first_step_at: 'Password or provider confirmed, code still needed',
      two_steps: 'Signed in by two steps',
    },
  },
  devices: {
    shown: ['id', 'created_at', 'expires_at'],
    withheld: ['user_id', 'token_hash'],
  },
  reset_links: {
    shown: ['created_at', 'expires_at'],
    withheld: ['user_id', 'token_hash'],
  },
  recovery_codes: {
    shown: ['user_id'],
    withheld: ['code_hash', 'unsaved_set'],
    labels: { user_id: 'Number of the account' },
  },
  notices: {
    shown: ['id', 'notice', 'version', 'kind', 'at', 'submission_id'],
    withheld: ['user_id'],
    labels: { version: 'Its version', kind: 'What happened', at: 'When' },
    values: {
      kind: { seen: 'You saw it', withdrawn: 'You withdrew it' },
    },
  },
} as const satisfies Readonly<Record<string, Columns>>;
