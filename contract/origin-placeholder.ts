/**
 * The server replaces this origin in all built files by `SITE_ORIGIN`, so one build serves every environment. A reserved domain
 * (RFC 2606) leads nowhere if it is not replaced.
 */
export const ORIGIN_PLACEHOLDER = 'https://site-origin.invalid';
