/**
 * Stands for the site's origin in all built files, without a trailing slash. The server puts `SITE_ORIGIN` in its place when it
 * loads the files, so one build serves every environment. The domain is reserved (RFC 2606), so a forgotten placeholder leads
 * nowhere.
 */
export const ORIGIN_PLACEHOLDER = 'https://site-origin.invalid';
