/**
 * Takes page views, also of missing paths, and web vitals, in batches from `sendBeacon` (docs/product.md, "Analytics"). Without ids of any
 * kind.
 */
export const EVENTS = '/api/events';

/** Core Web Vitals and two more. Milliseconds; CLS is a number without unit. */
export const METRICS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type Metric = (typeof METRICS)[number];

export const DEVICES = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** Stands for every path that is no page of the site. */
export const OTHER_PATH = 'other';

export type PageView = {
  readonly kind: 'view';
  readonly path: string;
  /** The host of another site whose link led here. */
  readonly referrer?: string;
  /** The name of the campaign in the link that led here (`utm_source`). */
  readonly campaign?: string;
};
export type Vital = {
  readonly kind: 'vital';
  /** The page that was loaded. */
  readonly path: string;
  readonly metric: Metric;
  readonly value: number;
};

export type EventBatch = { readonly events: readonly (PageView | Vital)[] };

export const EVENT_LIMITS = {
  perBatch: 50,
  pathMax: 300,
  hostMax: 253,
  campaignMax: 100,
  valueMax: 3_600_000,
} as const;

/** Visits and web vitals, in the operators’ console. */
export const VISITS_VIEW = '/console/visits';
/** The same, day by day, for spreadsheets. */
export const VISITS_CSV = '/console/visits.csv';
