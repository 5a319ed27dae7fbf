import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';

export const YOUR_DATA_RETENTION = {
  'rights-links': {
    table: 'rights_links',
    days: 1,
    why: 'They no longer work; until then they count, so that nobody floods an address with such emails.',
    promised: [],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const YOUR_DATA_TABLES = {
  rights_links: {
    isPersonal: true,
    what: 'Requests for a link to see what we keep under your address, each with a fingerprint of the network it came from',
    why: 'To make the link we email work',
    recipient: NOBODY,
    kept: 'At most a day after the link expires, and not after everything under the address is erased, or its account is signed out everywhere, as after a new password. Removed within the next hour',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const YOUR_DATA_COLUMNS = {
  rights_links: {
    shown: ['email', 'expires_at'],
    // The network address is withheld because the request may come from someone who does not own the email address.
    withheld: ['token_hash', 'network'],
  },
} as const satisfies Readonly<Record<string, Columns>>;
