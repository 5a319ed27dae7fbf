import type { Columns, Retention, TableFacts } from '#content/data-facts.ts';
import type { Mail } from '#content/mails.ts';

/** The mail about a new entry. It contains no personal data, so it may be kept when the entry is deleted. */
export const GUEST_BOOK_MAIL = {
  name: 'guest-book-entry',
  label: 'A new entry in the guest book',
  tells: 'That somebody wrote in the guest book',
  recipient: 'The people who answer messages, and the mail servers on the way',
  toOperators: true,
  values: { link: 'link' },
  wording: {
    subject: 'A new entry in the guest book',
    preview: 'Everyone can read it now.',
    heading: 'Somebody wrote in the guest book',
    paragraphs: ['Everyone can read the entry now. You can hide it in the console.'],
    action: { label: 'Read it', link: '{link}' },
    notes: [],
    reason: 'You’re receiving this because this address gets the messages of the site.',
  },
} as const satisfies Mail;

export const GUEST_BOOK_RETENTION = {
  'guest-book-entries': {
    table: 'guest_book',
    days: 365,
    why: 'Nobody turns further back than that.',
    promised: [{ page: 'privacy', words: 'one year at most' }],
  },
} as const satisfies Readonly<Record<string, Retention>>;

/** Texts about the stored data for the privacy page, the data export and the data register. */
export const GUEST_BOOK_TABLES = {
  guest_book: {
    isPersonal: true,
    what: 'What you wrote in the guest book: your name, your email address and your words',
    why: 'To show your name and your words to visitors, and to know whose they are',
    recipient: 'Every visitor, without your address',
    kept: 'Until you ask us to remove it, one year at most',
  },
} as const satisfies Readonly<Record<string, TableFacts>>;

export const GUEST_BOOK_COLUMNS = {
  guest_book: {
    shown: ['id', 'name', 'email', 'message', 'written_at', 'hidden_at'],
    withheld: [],
    labels: { message: 'Your words', written_at: 'Written', hidden_at: 'Hidden by us' },
  },
} as const satisfies Readonly<Record<string, Columns>>;

/** A line on the page that lists what was erased for a person. */
export const GUEST_BOOK_ERASED = 'Entries in the guest book: {count}';
