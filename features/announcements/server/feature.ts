import type { Feature } from '#server/feature.ts';
import { showAnnouncement } from './announced-page.ts';
import { announcementsView } from './console-view.ts';
import { announcementTables } from './tables.ts';

export const announcements: Feature = {
  name: 'announcements',
  tables: announcementTables,
  console: [announcementsView],
  changePages: showAnnouncement,
};
