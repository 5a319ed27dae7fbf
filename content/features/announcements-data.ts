import type { Columns, TableFacts } from '#content/data-facts.ts';

export const ANNOUNCEMENT_TABLES = {
  announcements: {
    isPersonal: false,
    what: 'Announcements shown at the top of every page for a while',
    why: 'To tell visitors of maintenance and the like',
    recipient: 'Every visitor',
    kept: 'Until one of us deletes it',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const ANNOUNCEMENT_COLUMNS = {
  announcements: {
    shown: [],
    withheld: ['id', 'text', 'starts_at', 'ends_at'],
  },
} as const satisfies Readonly<Record<string, Columns>>;
