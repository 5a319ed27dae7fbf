import { type Columns, NOBODY, type Retention, type TableFacts } from '#content/data-facts.ts';

export const LAUNCH_LIST_RETENTION = {
  'launch-list-waiting': {
    table: 'launch_list',
    days: 7,
    why: 'People who wanted to be told would have confirmed the address by then.',
    promised: [
      { page: 'privacy', words: 'An address that nobody confirms is removed 7 days after the last request.' },
      { page: 'home', words: 'after that email. If you don’t confirm the address, 7 days.' },
    ],
  },
  'launch-list-told': {
    table: 'launch_list',
    days: 30,
    why: 'The address was kept for the launch email; a month remains to answer questions about it.',
    promised: [
      {
        page: 'privacy',
        words: 'We write to confirmed addresses once, on launch day, and remove them 30 days later.',
      },
      { page: 'home', words: 'at most 30 days after that email' },
    ],
  },
} as const satisfies Readonly<Record<string, Retention>>;

export const LAUNCH_LIST_TABLES = {
  launch_list: {
    isPersonal: true,
    what: 'Your email address on the launch list, when you asked and when you confirmed it',
    why: 'To tell you at launch, as you asked',
    recipient: NOBODY,
    kept: `Until you leave the list or delete the account with that address. If you don’t confirm it, ${LAUNCH_LIST_RETENTION['launch-list-waiting'].days} days; otherwise, ${LAUNCH_LIST_RETENTION['launch-list-told'].days} days after the launch email`,
  },
  launch_list_links: {
    isPersonal: true,
    what: 'The links in our emails to the launch list, in a form that can’t be read back',
    why: 'To make the links to confirm and to leave work',
    recipient: NOBODY,
    kept: 'For as long as the address is on the list',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

const OF_ENTRY = { entry_id: 'Reference of the launch-list entry' } as const;

export const LAUNCH_LIST_COLUMNS = {
  launch_list: {
    shown: ['id', 'email', 'asked_at', 'confirmed_at', 'told_at'],
    withheld: [],
    labels: { asked_at: 'Requested', told_at: 'Told of the launch' },
  },
  launch_list_links: {
    shown: ['entry_id'],
    withheld: ['token_hash'],
    labels: OF_ENTRY,
  },
  notices: {
    shown: ['entry_id'],
    withheld: [],
    labels: OF_ENTRY,
  },
} as const satisfies Readonly<Record<string, Columns>>;
