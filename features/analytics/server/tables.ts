import { ANALYTICS_COLUMNS } from '#content/features/analytics-data.ts';

/** The export of a person's data has no rows of these tables, so the tables need no rules besides their columns. */
export const analyticsTables = ANALYTICS_COLUMNS;

declare module '#server/database/schema.ts' {
  interface Schema {
    /** The salts of visitor hashes. A day's row is destroyed when the day is over, in UTC (docs/product.md, "Analytics"). */
    analytics_salts: { day: string; salt: string };
    /** Page views: one row for each day (UTC, `YYYY-MM-DD`), page and kind of device. */
    page_views: { day: string; path: string; device: string; views: number };
    /**
     * The number of different visitors of a path on a day: a sketch of limited size, which is replaced two days later by `=`
     * and the number. The path `*` stands for the whole site.
     */
    visitor_sketches: { day: string; path: string; sketch: string };
    /**
     * Web vitals: one row for each day, path, kind of device and metric, with a histogram of limited size. Old days have one
     * row with the device `*` for all devices.
     */
    vitals: { day: string; path: string; device: string; metric: string; histogram: string };
    /** Page views by names that strangers choose. `kind` is `missing` (a path), `referrer` (a host), `campaign` or `country` (a code such as `IN`). */
    visit_details: { day: string; kind: string; name: string; views: number };
  }
}
