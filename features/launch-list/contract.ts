/** Adds an address, and requests the mail that confirms it (`features/launch-list/bodies.ts`). */
export const LAUNCH_LIST = '/api/launch-list';
export const LAUNCH_LIST_PLACE = '/api/launch-list/place';

/** The view in the operators’ console. */
export const LAUNCH_LIST_VIEW = '/console/launch-list';
