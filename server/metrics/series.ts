import { MAILS } from '#content/features.ts';

/** Stands for every value of a label that is not in its list: whatever strangers send, no list grows. */
export const OTHER = 'other';

export type Labels = Readonly<Record<string, readonly string[]>>;

/**
 * How often something happened (docs/decisions/0029). No series tells one person from another, nor whether an address has an
 * account.
 */
export type CounterSeries<L extends Labels = Labels> = {
  readonly kind: 'counter';
  readonly name: string;
  readonly help: string;
  /** All values of each label. Every combination starts with 0. */
  readonly labels: L;
};

/** How often something was how much. */
export type HistogramSeries = {
  readonly kind: 'histogram';
  readonly name: string;
  readonly help: string;
  readonly buckets: readonly number[];
};

/** What its owner counts into. Several features may count into one name, each with its own values of a label. */
export function counter<const L extends Labels>(name: string, help: string, labels: L): CounterSeries<L> {
  return { kind: 'counter', name, help, labels };
}

/** The labels of one count. A value that is in no list is a type error, unless the list has `other`. */
export type LabelsOf<L extends Labels> = {
  readonly [Name in keyof L]: typeof OTHER extends L[Name][number] ? string : L[Name][number];
};

export const MAILS_TRIED = counter(
  'site_mails_total',
  'Tries to hand over a mail. retried: it will be tried again. dead: given up.',
  { kind: [...MAILS.map(({ name }) => name), OTHER], outcome: ['sent', 'retried', 'dead'] },
);

export const LIMIT_REFUSALS = counter(
  'site_limit_refusals_total',
  'Requests refused because their sender sent too many (docs/product.md, "Limits").',
  // Those of the features.
  { limit: [] as readonly string[] },
);

export const CONNECTIONS_REFUSED = counter(
  'site_connections_refused_total',
  'Connections closed at once, because there are too many.',
  {},
);

export const QUERY_ERRORS = counter(
  'site_database_query_errors_total',
  'Queries that failed. constraint and conflict belong to normal life: races that are noticed and tried again.',
  { kind: ['constraint', 'conflict', 'failed'] },
);

/** Bounds of the buckets in seconds. The aim for pages and calls is well under 0.25, so that is where they are close. */
export const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
export const QUERY_BUCKETS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 20];

/** What is looked up while somebody reads the metrics. Absent where it does not apply, or could not be had in time. */
export const GAUGES = {
  site_outbox_requested_mails: 'Mails whose turn to be written has not come, in the whole site.',
  site_outbox_waiting_mails: 'Mails that wait to be sent, in the whole site.',
  site_outbox_dead_mails: 'Mails given up, in the whole site.',
  site_outbox_oldest_waiting_seconds: 'Age of the oldest mail that waits; 0 when none does.',
  site_quarantined_submissions: 'Messages that the trap for robots caught, and that are still there.',
  site_quarantined_oldest_seconds: 'Age of the oldest of them; 0 when there is none. It goes after 30 days.',
  site_retention_age_seconds:
    'Time since retention last ran, by the clock; more than a day either way stops it.',
  site_backup_age_seconds: 'Time since the last backup that succeeded; absent when none did for three days.',
  site_database_up: '1 while the database answers in time.',
  site_database_connections: 'Connections of this process to PostgreSQL.',
  site_database_connections_idle: 'Those of them that nobody uses.',
  site_database_connections_wanted: 'Queries that wait for a connection.',
  site_redis_up: '1 while Redis answers; absent where none is set.',
  site_data_disk_free_bytes: 'Room left for the site on the disk of its data folder.',
  site_data_disk_bytes: 'Size of the disk of the data folder.',
} as const satisfies Record<string, string>;

export type GaugeName = keyof typeof GAUGES;
