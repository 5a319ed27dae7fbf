import { ANNOUNCEMENT_COLUMNS } from '#content/features/announcements-data.ts';
import type { IsoTime } from '#server/database/schema.ts';

export type Announcement = { id: string; text: string; starts_at: IsoTime; ends_at: IsoTime };

/** The export of a person's data has no rows of this table, so the table needs only its columns. */
export const announcementTables = ANNOUNCEMENT_COLUMNS;

declare module '#server/database/schema.ts' {
  interface Schema {
    announcements: Announcement;
  }
}
