import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';

export const CONSOLE_RETENTION = {
  'staff-invitations': {
    table: 'staff_invitations',
    days: 0,
    why: 'They no longer work.',
    promised: [],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const CONSOLE_TABLES = {
  staff: {
    isPersonal: true,
    what: 'If you work for us: that your account may use the operators’ console, your role, and the time zone you chose there',
    why: 'To let in only those who work for us, and only as far as their work needs',
    recipient: NOBODY,
    kept: 'Until the role is removed or you delete the account',
  },
  staff_invitations: {
    isPersonal: true,
    what: 'If you were invited to work for us: the address that was invited to the console, by whom, and whether the invitation was withdrawn',
    why: 'To make the link work while the person who invited you may do so, or to say that it no longer works',
    recipient: NOBODY,
    kept: 'Two days, or until the link is used',
  },
  console_sessions: {
    isPersonal: true,
    what: 'If you work for us: when you opened the console, when you last used it, and what you did in it last, so that it can be undone',
    why: 'To close it after half an hour without use, and after twelve hours at most',
    recipient: NOBODY,
    kept: 'For as long as the sign-in',
  },
  operator_notes: {
    isPersonal: true,
    what: 'Notes that those of us who answer write about a message or an account',
    why: 'So that colleagues know what was done',
    recipient: NOBODY,
    kept: 'Until one of us deletes it; otherwise as long as the message or the account',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const CONSOLE_COLUMNS = {
  staff: {
    shown: ['role', 'created_at', 'time_zone'],
    withheld: ['user_id', 'enrols_in'],
    labels: { role: 'Your role in the operators’ console', time_zone: 'Time zone that you chose there' },
  },
  staff_invitations: {
    shown: ['email', 'role', 'expires_at', 'withdrawn_at'],
    withheld: ['token_hash', 'invited_by'],
    labels: { role: 'Role that you were invited to', withdrawn_at: 'Withdrawn' },
  },
  console_sessions: {
    shown: ['session_id', 'started_at', 'last_used_at', 'proved_at'],
    withheld: ['user_id', 'told'],
    labels: {
      session_id: 'Reference of the sign-in',
      started_at: 'Console opened',
      last_used_at: 'Last used',
      proved_at: 'Last proof that it was you',
    },
  },
  operator_notes: {
    shown: ['id', 'submission_id', 'text', 'created_at'],
    withheld: ['user_id', 'author_id'],
    labels: { text: 'What one of us wrote' },
  },
} as const satisfies Readonly<Record<string, Columns>>;
