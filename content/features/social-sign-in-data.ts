import type { Columns, TableFacts } from '#content/data-facts.ts';

export const SOCIAL_TABLES = {
  provider_accounts: {
    isPersonal: true,
    what: 'Google’s or GitHub’s permanent ID for you, if you sign in with them',
    why: 'To recognise you, even with a new address',
    recipient: 'Google or GitHub, which learn that you signed in here',
    kept: 'Until you disconnect it or delete the account',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const SOCIAL_COLUMNS = {
  provider_accounts: {
    shown: ['provider', 'account_id', 'created_at'],
    withheld: ['user_id'],
    labels: { provider: 'Provider', account_id: 'Your ID there' },
  },
} as const satisfies Readonly<Record<string, Columns>>;
