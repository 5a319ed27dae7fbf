import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { PAGES } from '#contract/paths.ts';
import type { AppEnv } from '#server/http/app-env.ts';

/**
 * Leads whoever brings no session's cookie from the profile to the sign-in (spec §5): the page would come to the same once
 * its scripts had run (docs/decisions/0045). Whether a session that is named lives, the page asks.
 */
export function leadToSignIn(sessionCookie: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (getCookie(c, sessionCookie) !== undefined) return next();
    c.header('Cache-Control', 'no-store');
    return c.redirect(PAGES.auth);
  });
}
