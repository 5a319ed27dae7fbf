/** `POST` endpoint for batches of page views and web vitals, without identifiers (docs/product.md, "Analytics"). */
export const EVENTS = '/api/events';

/** The three Core Web Vitals, and two more web vitals. All values are in milliseconds, except CLS, which has no unit. */
export const METRICS = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export type Metric = (typeof METRICS)[number];

export const DEVICES = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** The path under which all paths that are not pages of the site are counted together. */
export const OTHER_PATH = 'other';

export type PageView = {
  readonly kind: 'view';
  readonly path: string;
  /** The host of the other site that linked to this page. */
  readonly referrer?: string;
  /** The campaign in the link to this page (`utm_source`). */
  readonly campaign?: string;
};
export type Vital = {
  readonly kind: 'vital';
  /** The page that the document was loaded with. A single-page navigation does not change it. */
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

export const VISITS_VIEW = '/console/visits';
export const VISITS_CSV = '/console/visits.csv';
