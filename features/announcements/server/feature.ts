import { ANNOUNCEMENT_COLUMNS } from '#content/features/announcements-data.ts';
import type { Feature } from '#server/feature.ts';
import { showAnnouncement } from './announcements.ts';
import * as auditActions from './audit-actions.ts';
import { announcementsView } from './console-view.ts';

export const announcements: Feature = {
  name: 'announcements',
  lostWithout: 'No line can be shown at the top of every page.',
  auditActions: Object.values(auditActions),
  tables: ANNOUNCEMENT_COLUMNS,
  console: [announcementsView],
  changePages: showAnnouncement,
};
