/**
 * Stands for the site's own origin in whatever is built: one build serves every environment, so the server writes
 * `SITE_ORIGIN` in its place when it loads the files. Ends without a slash. A reserved name (RFC 2606): where one is
 * left over, it leads nowhere.
 */
export const ORIGIN_PLACEHOLDER = 'https://site-origin.invalid';
