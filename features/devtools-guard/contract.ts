/** What pages assume of the settings until a server writes its own into them. */
export const GUARD_SETTINGS = { devtoolsGuard: false };
