import type { IsoTime } from '#server/database/schema.ts';

/** A line on top of every page, from a time to a time. */
export type AnnouncementsTable = { id: string; text: string; starts_at: IsoTime; ends_at: IsoTime };

declare module '#server/database/schema.ts' {
  interface Schema {
    announcements: AnnouncementsTable;
  }
}
