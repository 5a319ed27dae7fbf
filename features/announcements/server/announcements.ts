import type { Db } from '#server/database/database.ts';
import type { AnnouncementsTable } from './tables.ts';

export type Announcement = AnnouncementsTable;

/** What stands on top of every page now: of several, the one that began last. */
export async function currentAnnouncement(db: Db, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('announcements')
    .select('text')
    .where('starts_at', '<=', now.toISOString())
    .where('ends_at', '>', now.toISOString())
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.text;
}

/** All that were not deleted, the newest first: the first whose time it is stands on the pages. */
export function listAnnouncements(db: Db): Promise<Announcement[]> {
  return db.selectFrom('announcements').selectAll().orderBy('starts_at', 'desc').orderBy('id').execute();
}
