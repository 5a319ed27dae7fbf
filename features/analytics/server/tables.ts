import { ANALYTICS_COLUMNS } from '#content/features/analytics-data.ts';
import type { TableRules } from '#server/database/tables.ts';
/** The salts of visitor hashes. A day's row is destroyed when the day is over, in UTC (docs/product.md, "Analytics"). */
export type AnalyticsSaltsTable = { day: string; salt: string };

/** Page views: one row for each day (UTC, `YYYY-MM-DD`), page and kind of device. */
export type PageViewsTable = { day: string; path: string; device: string; views: number };

/**
 * The number of different visitors of a path on a day: a sketch of limited size, which is replaced two days later by `=` and
 * the number. The path `*` stands for the whole site.
 */
export type VisitorSketchesTable = { day: string; path: string; sketch: string };

/**
 * Web vitals: one row for each day, path, kind of device and metric, with a histogram of limited size. Old days have one
 * row with the device `*` for all devices.
 */
export type VitalsTable = { day: string; path: string; device: string; metric: string; histogram: string };

/** Page views by names that strangers choose. `kind` is `missing` (a path), `referrer` (a host), `campaign` or `country` (a code such as `IN`). */
export type VisitDetailsTable = { day: string; kind: string; name: string; views: number };

export const analyticsTables = {
  analytics_salts: {
    ...ANALYTICS_COLUMNS.analytics_salts,
  },
  page_views: {
    ...ANALYTICS_COLUMNS.page_views,
  },
  visitor_sketches: {
    ...ANALYTICS_COLUMNS.visitor_sketches,
  },
  vitals: {
    ...ANALYTICS_COLUMNS.vitals,
  },
  visit_details: {
    ...ANALYTICS_COLUMNS.visit_details,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    analytics_salts: AnalyticsSaltsTable;
    page_views: PageViewsTable;
    visitor_sketches: VisitorSketchesTable;
    vitals: VitalsTable;
    visit_details: VisitDetailsTable;
  }
}
