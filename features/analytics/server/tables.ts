import { ANALYTICS_COLUMNS } from '#content/features/analytics-data.ts';

/** The export of a person's data has no rows of these tables, so they need no other rules. */
export const analyticsTables = ANALYTICS_COLUMNS;

declare module '#server/database/schema.ts' {
  interface Schema {
    /** The salts of visitor hashes. A row is destroyed when its UTC day ends (docs/product.md, "Analytics"). */
    analytics_salts: { day: string; salt: string };
    /** One row for each day (UTC, `YYYY-MM-DD`), page and kind of device. */
    page_views: { day: string; path: string; device: string; views: number };
    /**
     * The different visitors of a path on a day: a sketch of limited size. After two days, `=` and the number replace it.
     * The path `*` stands for the whole site.
     */
    visitor_sketches: { day: string; path: string; sketch: string };
    /**
     * One row for each day, path, kind of device and metric, with a histogram of limited size. Old days have one row with
     * the device `*` for all devices.
     */
    vitals: { day: string; path: string; device: string; metric: string; histogram: string };
    /**
     * Page views by names that strangers choose. `kind` is `missing` (a path), `referrer` (a host), `campaign` or `country` (a code such as
     * `IN`).
     */
    visit_details: { day: string; kind: string; name: string; views: number };
  }
}
