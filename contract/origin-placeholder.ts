/**
 * Stands for the site's own origin in everything that is built. One build serves every environment: the server replaces it by `SITE_ORIGIN`
 * when it loads the files. Without a trailing slash. The name is reserved (RFC 2606), so a forgotten one leads nowhere.
 */
export const ORIGIN_PLACEHOLDER = 'https://site-origin.invalid';
