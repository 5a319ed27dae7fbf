/** The settings that a page has by default, until the server writes its own into the page. */
export const GUARD_SETTINGS = { devtoolsGuard: false };
