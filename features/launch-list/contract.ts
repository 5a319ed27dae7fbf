/** Adds an address to the list and requests the confirmation mail (`features/launch-list/bodies.ts`). */
export const LAUNCH_LIST = '/api/launch-list';
export const LAUNCH_LIST_PLACE = '/api/launch-list/place';

export const LAUNCH_LIST_VIEW = '/console/launch-list';
export const LAUNCH_LIST_EXPORT = '/console/launch-list/export';
