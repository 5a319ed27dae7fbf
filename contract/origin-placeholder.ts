/**
 * The placeholder of the site's origin in all built files, without a trailing slash. The server replaces it by
 * `SITE_ORIGIN` when it loads the files, so one build serves every environment. The domain is reserved (RFC 2606), so a
 * placeholder that was not replaced leads nowhere.
 */
export const ORIGIN_PLACEHOLDER = 'https://site-origin.invalid';
