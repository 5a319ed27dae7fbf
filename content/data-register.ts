import { type Entry, NOBODY, type Retention, type TableFacts } from './data-facts.ts';
import { BACKUP_DAYS } from './durations.ts';
import { FEATURE_FACTS } from './feature-data.ts';

/**
 * Everything that the site keeps. The privacy page, the cookie policy and `npm run operator -- data-register` are made from it.
 * If a column, cookie, storage key, log field or mail is missing, `server/data-register.integration.test.ts` fails or the code
 * does not compile.
 */
export const TABLES: Readonly<Record<string, TableFacts>> = Object.fromEntries(
  FEATURE_FACTS.flatMap(({ tables }) => Object.entries(tables)),
);

/** How long each kind of data is kept. Log lines name a kind by its key. */
export const RETENTION: Readonly<Record<string, Retention>> = Object.fromEntries(
  FEATURE_FACTS.flatMap(({ retention = {} }) => Object.entries(retention)),
);

/** The entry of the log. `fields` lists all fields that a log line may have. */
export const LOG: Entry & { readonly fields: string } = {
  fields:
    'level time msg requestId method route status ms err client reason removed rule origin audit deletedIds mail kind attempts next provider code detail form payment outcome submission received stripe signal deleted before now version commit migration',
  what: 'The server’s log: which kind of page was requested, when, and the outcome; errors on the server, and those your browser had on our pages, without what you typed; the lines of the audit log, and for a deleted account a fingerprint of its random ID',
  why: 'To find faults and attacks, and to delete again what a restored backup brings back',
  recipient: NOBODY,
  kept: 'As long as the machine keeps its log',
};

/** The entry of the log of refused callers, a separate log in the data folder. `fields` lists the fields of its lines. */
export const REFUSED_CALLERS: Entry & { readonly fields: string } = {
  fields: 'time address reason times',
  what: 'IP addresses (IPv4, or the network of an IPv6 address) that we refused because too many requests or wrong passwords came from them: which limit, when and how often. Nothing in it leads to an account',
  why: 'To find out where an attack comes from, and to stop it',
  recipient: NOBODY,
  kept: '24 hours at most; in no backup',
};

export const BACKUPS: Entry & Pick<Retention, 'days' | 'promised'> = {
  days: BACKUP_DAYS,
  promised: [{ page: 'privacy', words: `Backups are removed after ${BACKUP_DAYS} days` }],
  what: 'Backups of the database',
  why: 'To recover everything after a machine fails',
  recipient: NOBODY,
  kept: `${BACKUP_DAYS} days. After a restore, anything deleted since the backup is deleted again.`,
};

export const PERSONAL_DATA: readonly Entry[] = [
  ...Object.values(TABLES).filter(({ isPersonal }) => isPersonal),
  LOG,
  REFUSED_CALLERS,
  BACKUPS,
];
