import { action } from '#server/audit/action.ts';

export const ANNOUNCED = action('announced', 'published or planned an announcement');
export const ANNOUNCEMENT_CHANGED = action('announcement-changed', 'changed an announcement');
export const ANNOUNCEMENT_DELETED = action('announcement-deleted', 'took down an announcement');
