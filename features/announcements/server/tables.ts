import { ANNOUNCEMENT_COLUMNS } from '#content/features/announcements-data.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { TableRules } from '#server/database/tables.ts';

/** A line of text on top of every page, shown between two times. */
export type AnnouncementsTable = { id: string; text: string; starts_at: IsoTime; ends_at: IsoTime };

export const announcementTables = {
  announcements: {
    ...ANNOUNCEMENT_COLUMNS.announcements,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    announcements: AnnouncementsTable;
  }
}
