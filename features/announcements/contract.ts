/** Where operators announce something. */
export const ANNOUNCEMENTS_VIEW = '/console/announcements';
