import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';

export const PASSKEY_RETENTION = {
  'passkey-challenges': {
    table: 'webauthn_challenges',
    days: 0,
    why: 'Nobody can answer them any more.',
    promised: [],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const PASSKEY_TABLES = {
  passkeys: {
    isPersonal: true,
    what: 'Your passkeys: the public half of each key, the name you gave it, when you added it and last used it',
    why: 'To let you in without a password',
    recipient: NOBODY,
    kept: 'Until you remove the passkey or delete the account',
  },
  webauthn_challenges: {
    isPersonal: true,
    what: 'What we asked your browser to sign with a passkey',
    why: 'So that an answer works once, in the browser that was asked',
    recipient: NOBODY,
    kept: 'Five minutes; removed when it is answered, or within the next hour',
    notGiven: 'A random value that lasts five minutes and says nothing about you.',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const PASSKEY_COLUMNS = {
  passkeys: {
    shown: [
      'id',
      'name',
      'public_key',
      'counter',
      'transports',
      'discoverable',
      'backed_up',
      'created_at',
      'last_used_at',
      'opens_console_from',
    ],
    withheld: ['user_id'],
    labels: {
      public_key: 'Public key',
      counter: 'Times used, by its own count',
      transports: 'How it connects',
      discoverable: 'Works without your email address',
      backed_up: 'Copied to your other devices',
      last_used_at: 'Last used',
      opens_console_from: 'If you work for us: opens the console from',
    },
  },
  webauthn_challenges: {
    shown: [],
    withheld: ['challenge', 'token_hash', 'purpose', 'user_id', 'expires_at'],
  },
} as const satisfies Readonly<Record<string, Columns>>;
