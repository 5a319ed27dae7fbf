import type { Feature } from '#server/feature.ts';
import { showAnnouncement } from './announced-page.ts';

export const announcements: Feature = {
  name: 'announcements',
  changePages: showAnnouncement,
};
