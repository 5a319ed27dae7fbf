import { MAILS } from '#content/features.ts';
import { DEVICES, type Metric } from '#features/analytics/contract.ts';
import { FORMS, type FormName } from '#features/forms/contract.ts';
import { PROVIDERS } from '#features/social-sign-in/contract.ts';
import { RIGHTS_FORM } from '#features/your-data/rights-contract.ts';

/** Stands for every value of a label that is not in its list: whatever strangers send, no list grows. */
export const OTHER = 'other';

/** Forms that are counted by name: those that the site has words for. */
export const FORM_LABELS = [...(Object.keys(FORMS) as FormName[]), RIGHTS_FORM, OTHER] as const;

/** Ways to sign in. */
export const SIGN_IN_LABELS = ['password', ...PROVIDERS, 'passkey', OTHER] as const;

/** Kinds of mail, as a row of the outbox may name them. */
export const MAIL_LABELS = [...MAILS.map(({ name }) => name), OTHER];

type CounterSeries = { readonly help: string; readonly labels: Readonly<Record<string, readonly string[]>> };

/**
 * The counters of the features, with every value of each label (docs/decisions/0029). Every combination starts with 0.
 * No series tells one person from another, nor whether an address has an account.
 */
export const COUNTERS = {
  site_sign_ups_total: {
    help: 'Sign-ups taken, alike whether or not the address had an account.',
    labels: {},
  },
  site_sign_ins_total: {
    help: 'Answers to somebody who wants to sign in. code-needed: the second step comes. refused: wrong password, passkey or code, or the provider or the person said no.',
    labels: {
      way: SIGN_IN_LABELS,
      outcome: ['signed-in', 'code-needed', 'refused', 'unverified', 'failed'],
    },
  },
  site_verifications_total: {
    help: 'Confirmations of an address by a mailed link, and links mailed again.',
    labels: { outcome: ['confirmed', 'password-needed', 'link-not-valid', 'sent-again'] },
  },
  site_password_resets_total: {
    help: 'Resets asked for (alike whether or not the address has an account), done, and tried with a bad link.',
    labels: { outcome: ['asked', 'changed', 'link-not-valid'] },
  },
  site_account_deletions_total: { help: 'Accounts deleted by their owners.', labels: {} },
  site_mails_total: {
    help: 'Tries to hand over a mail. retried: it will be tried again. dead: given up.',
    labels: { kind: MAIL_LABELS, outcome: ['sent', 'retried', 'dead'] },
  },
  site_form_submissions_total: {
    help: 'Answers of the form service. unpaid: the bank asks the sender first. A payment found later counts as other.',
    labels: {
      form: FORM_LABELS,
      outcome: ['received', 'quarantined', 'duplicate', 'unpaid', 'refused', 'failed'],
    },
  },
  site_limit_refusals_total: {
    help: 'Requests refused because their sender sent too many (decisions, section 10).',
    /** Those of the features. */
    labels: { limit: [] as readonly string[] },
  },
  site_connections_refused_total: {
    help: 'Connections closed at once, because there are too many.',
    labels: {},
  },
  site_page_views_total: {
    help: 'Page views that count for the report: no robots, nobody who asks not to be tracked.',
    labels: { device: DEVICES },
  },
  site_client_errors_total: {
    help: 'Errors that pages reported from browsers.',
    labels: { kind: ['error', 'rejection', 'recovered'] },
  },
  site_database_query_errors_total: {
    help: 'Queries that failed. constraint and conflict belong to normal life: races that are noticed and tried again.',
    labels: { kind: ['constraint', 'conflict', 'failed'] },
  },
} as const satisfies Record<string, CounterSeries>;

export type CounterName = keyof typeof COUNTERS;

/** The labels of one count. A value that is in no list is a type error. */
export type LabelsOf<N extends CounterName> = {
  readonly [L in keyof (typeof COUNTERS)[N]['labels']]: ValueOf<(typeof COUNTERS)[N]['labels'][L]>;
};

type ValueOf<List> = List extends readonly (infer Value extends string)[] ? Value : never;

/** Bounds of the buckets in seconds. The aim for pages and calls is well under 0.25, so that is where they are close. */
export const DURATION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
export const QUERY_BUCKETS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 20];

type VitalSeries = { readonly name: string; readonly help: string; readonly perUnit: number };

/** Web vitals have two units, and a histogram has one. `perUnit`: what the browser sends, for one unit of the series. */
export const VITALS: Readonly<Record<Metric, VitalSeries>> = {
  LCP: { name: 'site_vital_lcp_seconds', help: 'Largest part painted.', perUnit: 1_000 },
  INP: { name: 'site_vital_inp_seconds', help: 'Answer to a press.', perUnit: 1_000 },
  CLS: { name: 'site_vital_cls_ratio', help: 'Layout that moves, as a share of the screen.', perUnit: 1 },
  FCP: { name: 'site_vital_fcp_seconds', help: 'First thing painted.', perUnit: 1_000 },
  TTFB: { name: 'site_vital_ttfb_seconds', help: 'First byte.', perUnit: 1_000 },
};

/** Good and poor are bounds, so that the share of good visits is exact; those between make a p75 readable. */
export function vitalBuckets(metric: Metric): number[] {
  const { good, poor } = THRESHOLDS[metric];
  return [good / 4, good / 2, (good * 3) / 4, good, (good + poor) / 2, poor, poor * 1.5, poor * 3].map(
    (bound) => Number((bound / VITALS[metric].perUnit).toPrecision(6)),
  );
}

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

/** Up to `good` a p75 is good, above `poor` it is poor, by https://web.dev/articles/vitals. Milliseconds; CLS as it is. */
export const THRESHOLDS: Readonly<Record<Metric, { readonly good: number; readonly poor: number }>> = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  FCP: { good: 1_800, poor: 3_000 },
  TTFB: { good: 800, poor: 1_800 },
};
