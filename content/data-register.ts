import { type Entry, NOBODY, type Retention, type TableFacts } from './data-facts.ts';
import { FEATURE_FACTS } from './features.ts';
import type { MailKind } from './mails.ts';

/**
 * The register of data: everything that the site keeps, in the database (told by each feature, `features.ts`), in the log, in mails and
 * in backups; in browsers: `browser-register.ts`. The tables of the privacy page and of the cookie policy, and the register of processing
 * (`npm run operator -- data-register`) come from them. A column, cookie, storage key, log field or mail that is not there fails
 * `server/data-register.integration.test.ts`, or does not compile.
 */
export const TABLES: Readonly<Record<string, TableFacts>> = Object.fromEntries(
  FEATURE_FACTS.flatMap(({ tables }) => Object.entries(tables)),
);

/** When rows are removed, by the name that stands in the log and in the audit line. */
export const RETENTION: Readonly<Record<string, Retention>> = Object.fromEntries(
  FEATURE_FACTS.flatMap(({ retention = {} }) => Object.entries(retention)),
);

/** The log. `fields` are the names of all that its lines may hold. */
export const LOG: Entry & { readonly fields: string } = {
  fields:
    'level time msg requestId method route status ms err client reason removed rule origin audit deletedIds mail kind attempts next provider code detail form payment outcome submission received stripe signal deleted before now version commit migration',
  what: 'The server’s log: which kind of page was requested, when, and the outcome; errors on the server, and those your browser had on our pages, without what you typed; the lines of the audit log, and for a deleted account a fingerprint of its random ID',
  why: 'To find faults and attacks, and to delete again what a restored backup brings back',
  recipient: NOBODY,
  kept: 'As long as the machine keeps its log',
};

/** A log of its own, in files of the data folder. `fields` are those of its lines. */
export const REFUSED_CALLERS: Entry & { readonly fields: string } = {
  fields: 'time address reason times',
  what: 'IP addresses (IPv4, or the network of an IPv6 address) that we refused because too many requests or wrong passwords came from them: which limit, when and how often. Nothing in it leads to an account',
  why: 'To find out where an attack comes from, and to stop it',
  recipient: NOBODY,
  kept: '24 hours at most; in no backup',
};

export const BACKUPS: Entry & Pick<Retention, 'days' | 'promised'> = {
  days: 14,
  promised: [{ page: 'privacy', words: 'Backups are removed after 14 days' }],
  what: 'Backups of the database',
  why: 'To recover everything after a machine fails',
  recipient: NOBODY,
  kept: '14 days. After a restore, anything deleted since the backup is deleted again.',
};

const mail = (what: string, recipient = 'You, and the mail servers on the way'): Entry => ({
  what,
  why: 'To tell what happened',
  recipient,
  kept: 'In the mailbox of whoever gets it; here as the outbox table says',
});

/** What each kind of mail tells whom. */
export const MAILED: Readonly<Record<MailKind | 'test-mail', Entry>> = {
  'verify-email': mail('A link to confirm your address'),
  'account-exists': mail('That your address already has an account'),
  'reset-password': mail('A link to choose a new password'),
  'account-changed': mail(
    'What changed about how you sign in, when and in what type of browser, and a link for when it wasn’t you',
  ),
  'confirm-address': mail('A link to confirm your new address'),
  'operator-changed': mail('That an operator’s way to sign in changed, to the owners of the console'),
  'account-moved': mail(
    'That your account moved to another address, when someone signs up with the former one',
  ),
  'address-taken': mail('That your address already has an account, when someone wants it for another one'),
  'account-deleted': mail('That your account has been deleted, and why'),
  'launch-list-confirm': mail('A link to confirm your launch-list entry'),
  'launch-list-known': mail('That you’re on the launch list'),
  'launch-mail': mail('That we have launched'),
  'operator-notice': mail(
    'What we have to tell you about your data, such as that it reached the wrong hands',
  ),
  'rights-link': mail('A link to see what we keep under your address'),
  'rights-receipt': mail(
    'That your request about personal data arrived: its reference, and by when we answer',
  ),
  'rights-reminder': mail(
    'That a request about personal data is due, with its reference',
    'Those of us who answer messages',
  ),
  'quarantine-digest': mail('How many messages the spam trap caught', 'Those of us who answer messages'),
  'deleted-by-us': mail(
    'That one of us deleted an account or many messages, and why, without a name',
    'Those of us who own the operators’ console',
  ),
  'form-receipt': mail('That your message arrived: through which form, when, and its reference'),
  'form-reply': mail('Our answer to your message, which it quotes'),
  'form-notification': mail('Your message, name and email address', 'Those of us who answer messages'),
  'test-mail': {
    what: 'That the mail server works, sent by hand with “npm run doctor -- --mail”',
    why: 'To try the mail server',
    recipient: 'Whoever the operator names, and the mail servers on the way',
    kept: 'In the mailbox of whoever gets it; not here',
  },
};

/** What the privacy page lists, in this order. */
export const PERSONAL_DATA: readonly Entry[] = [
  ...Object.values(TABLES).filter(({ isPersonal }) => isPersonal),
  LOG,
  REFUSED_CALLERS,
  BACKUPS,
];
