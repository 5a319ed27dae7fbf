import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';
import { LINK_TIMES } from '#content/link-hours.ts';

export const ADDRESS_CHANGE_RETENTION = {
  'address-changes': {
    table: 'address_changes',
    days: 0,
    why: 'Their links no longer work.',
    promised: [{ page: 'privacy', words: `within ${LINK_TIMES.confirm} to confirm an address` }],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const ADDRESS_CHANGE_TABLES = {
  address_changes: {
    isPersonal: true,
    what: 'The email address that you want to change to',
    why: 'To make the link we email to it work',
    recipient: NOBODY,
    kept: `${LINK_TIMES.confirm}, or until you use the link, set a new password or delete the account`,
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const ADDRESS_CHANGE_COLUMNS = {
  address_changes: {
    shown: ['email', 'expires_at'],
    withheld: ['user_id', 'token_hash'],
  },
} as const satisfies Readonly<Record<string, Columns>>;
