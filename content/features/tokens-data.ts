import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';

export const TOKENS_RETENTION = {
  'signing-keys': {
    table: 'jwks',
    days: 1,
    why: 'Nothing that was signed with them is valid any more.',
    promised: [],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const TOKENS_TABLES = {
  jwks: {
    isPersonal: false,
    what: 'Signing keys, encrypted',
    why: 'To sign short-lived tokens',
    recipient: NOBODY,
    kept: `${TOKENS_RETENTION['signing-keys'].days} day after they expire`,
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const TOKENS_COLUMNS = {
  jwks: {
    shown: [],
    withheld: ['id', 'private_key', 'created_at', 'expires_at'],
  },
} as const satisfies Readonly<Record<string, Columns>>;
