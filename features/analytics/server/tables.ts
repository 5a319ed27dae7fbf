import { ANALYTICS_COLUMNS } from '#content/features/analytics-data.ts';
import type { TableRules } from '#server/database/tables.ts';

/** No row of these tables is about a person, so the tables need no rules for exporting and deleting a person's rows. */
export const analyticsTables = {
  ...ANALYTICS_COLUMNS,
  // Backups leave out the salts, because a salt could match visitor hashes to people (docs/product.md, "Analytics").
  analytics_salts: { ...ANALYTICS_COLUMNS.analytics_salts, isLeftOutOfBackups: true },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    /** The salts of visitor hashes. A row is destroyed when its UTC day ends (docs/product.md, "Analytics"). */
    analytics_salts: { day: string; salt: string };
    /** One row for each day (UTC, `YYYY-MM-DD`), page and kind of device. */
    page_views: { day: string; path: string; device: string; views: number };
    /**
     * A path's visitors on a day: a sketch, which is replaced after two days by `=` and the number. The path `*` is the whole
     * site.
     */
    visitor_sketches: { day: string; path: string; sketch: string };
    /** One row for each day, path, device and metric. The device of old days is `*`, for all devices. */
    vitals: { day: string; path: string; device: string; metric: string; histogram: string };
    /**
     * `kind`: `missing` (the path of a missing page), `referrer` (a host), `campaign` or `country` (a code). Visitors can send any
     * `name`.
     */
    visit_details: { day: string; kind: string; name: string; views: number };
  }
}
