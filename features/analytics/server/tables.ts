import { ANALYTICS_COLUMNS } from '#content/features/analytics-data.ts';
import type { TableRules } from '#server/database/tables.ts';
/** What today's visitor hashes are made with; a day's row is destroyed when the day (UTC) is over (docs/product.md, "Analytics"). */
export type AnalyticsSaltsTable = { day: string; salt: string };

/** Page views: one row per day (UTC, `YYYY-MM-DD`), known path and device class. */
export type PageViewsTable = { day: string; path: string; device: string; views: number };

/**
 * How many different visitors a path had on a day, as a sketch of bounded size, or, two days later, `=` and the number
 * that it came to; path `*` is the whole site.
 */
export type VisitorSketchesTable = { day: string; path: string; sketch: string };

/**
 * Web vitals: one row per day, path, device class and metric, with a histogram of bounded size. Of days long past,
 * device `*` stands for all of them.
 */
export type VitalsTable = { day: string; path: string; device: string; metric: string; histogram: string };

/** Page views by what strangers choose: `missing`, a path that leads nowhere, `referrer`, the host whose link led here, `campaign`, that of the link, or `country`, that of the browser's language. */
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
