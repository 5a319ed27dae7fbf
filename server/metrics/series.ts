import { MAILS } from '#content/features.ts';

/** Replaces label values that a series does not list, so that requests cannot create new series. */
export const OTHER = 'other';

export type Labels = Readonly<Record<string, readonly string[]>>;

/** No series distinguishes people, or reveals whether an address has an account (docs/decisions/0029). */
export type CounterSeries<L extends Labels = Labels> = {
  readonly kind: 'counter';
  readonly name: string;
  readonly help: string;
  /** The names of the labels, each with its possible values. The counter of every combination starts at 0. */
  readonly labels: L;
};

export type HistogramSeries = {
  readonly kind: 'histogram';
  readonly name: string;
  readonly help: string;
  readonly buckets: readonly number[];
};

/** Several features may use the same name, each with its own label values. */
export function counter<const L extends Labels>(name: string, help: string, labels: L): CounterSeries<L> {
  return { kind: 'counter', name, help, labels };
}

/** A value outside the list is a type error, unless the list contains `other`. */
export type LabelsOf<L extends Labels> = {
  readonly [Name in keyof L]: typeof OTHER extends L[Name][number] ? string : L[Name][number];
};

export const MAILS_TRIED = counter(
  'site_mails_total',
  'Tries to send a mail. retried: it will be tried again. dead: given up.',
  { kind: [...MAILS.map(({ name }) => name), OTHER], outcome: ['sent', 'retried', 'dead'] },
);

export const LIMIT_REFUSALS = counter(
  'site_limit_refusals_total',
  'Requests refused by a rate limit (docs/product.md, "Limits").',
  // The names of the features’ rate limits are missing here, because `createMetrics` fills them in.
  { limit: [] as readonly string[] },
);

export const CONNECTIONS_REFUSED = counter(
  'site_connections_refused_total',
  'Connections refused because there are too many.',
  {},
);

export const QUERY_ERRORS = counter(
  'site_database_query_errors_total',
  'Queries that failed. constraint and conflict are normal: races between requests, which are retried.',
  { kind: ['constraint', 'conflict', 'failed'] },
);

/** The bounds are in seconds, closest together below 0.25, the target for pages and API calls. */
export const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
export const QUERY_BUCKETS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 20];

/** Backups that are older than this are ignored. The alert about a missing backup fires earlier. */
export const BACKUP_SEARCH_DAYS = 3;

/**
 * The values of these gauges are read when the metrics are requested. A gauge is absent if it does not apply to this site, or if
 * its value is not known in time.
 */
export const GAUGES = {
  site_outbox_requested_mails: 'Requested mails that are not written yet, in the whole site.',
  site_outbox_waiting_mails: 'Mails that wait to be sent, in the whole site.',
  site_outbox_dead_mails: 'Mails given up, in the whole site.',
  site_outbox_oldest_waiting_seconds: 'Age of the oldest mail that waits; 0 when none does.',
  site_quarantined_submissions: 'Messages in quarantine, caught by the trap for robots.',
  site_quarantined_oldest_seconds:
    'Age of the oldest message in quarantine; 0 when there is none. It is deleted after 30 days.',
  site_retention_age_seconds:
    'Time since the last retention run, by the clock. Retention stops if it is more than a day, forwards or backwards.',
  site_backup_age_seconds: `Time since the last successful backup; absent when there was none for ${BACKUP_SEARCH_DAYS} days.`,
  site_database_up: '1 while the database answers in time.',
  site_database_connections: 'Connections of this process to PostgreSQL.',
  site_database_connections_idle: 'Idle connections of this process to PostgreSQL.',
  site_database_connections_wanted: 'Queries that wait for a connection.',
  site_redis_up: '1 while Redis answers; absent without REDIS_URL.',
  site_data_disk_free_bytes: 'Space left for the site on the disk of its data folder.',
  site_data_disk_bytes: 'Size of the disk of the data folder.',
} as const satisfies Record<string, string>;

export type GaugeName = keyof typeof GAUGES;
