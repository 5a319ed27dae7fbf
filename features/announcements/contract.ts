export const ANNOUNCEMENTS_VIEW = '/console/announcements';
