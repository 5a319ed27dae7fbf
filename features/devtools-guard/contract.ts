/** The default settings, until the server writes its own into the page. */
export const GUARD_SETTINGS = { devtoolsGuard: false };
