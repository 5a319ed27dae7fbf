import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';
import { TRUSTED_DAYS } from '#content/durations.ts';

export const TWO_STEP_RETENTION = {
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
} as const satisfies Readonly<Record<string, Retention>>;

export const TWO_STEP_TABLES = {
  second_steps: {
    isPersonal: true,
    what: 'The secret you share with your authenticator app, encrypted, and when you last used it',
    why: 'To ask for a code as well, because you chose that',
    recipient: NOBODY,
    kept: 'Until you turn two-step verification off or delete the account',
  },
  trusted_browsers: {
    isPersonal: true,
    what: 'Each browser that you told us to remember after a code',
    why: 'So that it needs no code for a while',
    recipient: NOBODY,
    kept: `${TRUSTED_DAYS} days, or until all access to the account is ended, as by a new password, or you turn two-step verification off or delete the account`,
  },
  sign_in_steps: {
    isPersonal: true,
    what: 'A sign-in that still needs its code: how it began, and until when it waits',
    why: 'To ask for the code after the password',
    recipient: NOBODY,
    kept: 'Ten minutes; removed when the code comes, or within the next hour',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const TWO_STEP_COLUMNS = {
  second_steps: {
    shown: ['confirmed_at', 'last_used_step', 'created_at', 'opens_console_from'],
    withheld: ['user_id', 'secret'],
    labels: {
      last_used_step: 'Counter of the last code used',
      opens_console_from: 'If you work for us: opens the console from',
    },
  },
  trusted_browsers: {
    shown: ['id', 'created_at', 'expires_at'],
    withheld: ['user_id', 'token_hash'],
  },
  sign_in_steps: {
    shown: ['way', 'remember', 'tries', 'expires_at'],
    withheld: ['user_id', 'token_hash', 'credential'],
    labels: { remember: 'Device to be remembered', tries: 'Codes tried' },
  },
} as const satisfies Readonly<Record<string, Columns>>;
