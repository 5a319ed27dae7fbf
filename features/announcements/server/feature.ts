import type { Feature } from '#server/feature.ts';
import { showAnnouncement } from './announced-page.ts';
import { announcementsView } from './console-view.ts';

export const announcements: Feature = {
  name: 'announcements',
  console: [announcementsView],
  changePages: showAnnouncement,
};
