import type { Context, MiddlewareHandler } from 'hono';
import { SOCIAL_API } from '#contract/paths.ts';
import type { AppEnv } from './app-env.ts';
import { refuse } from './refusal.ts';

const READING_METHODS: readonly string[] = ['GET', 'HEAD'];

/** The one part of the API that browsers are led to, not pages call. */
const NAVIGATED_TO = SOCIAL_API.start.split(':')[0] ?? '';

/** Somebody who reads can be led on without a word; a program would go on sending its token in the clear. */
function mayBeLedOn(c: Context<AppEnv>): boolean {
  const isCalled = c.req.path.startsWith('/api/') && !c.req.path.startsWith(NAVIGATED_TO);
  return READING_METHODS.includes(c.req.method) && !isCalled;
}

/**
 * On a site over https, for visitors of whom the proxy in front says that they came in the clear: pages send them to
 * the same path over https; what they send, and what programs ask of the API, is refused (HTTPS_ONLY) instead of sent
 * again, so that whoever wrote down the wrong address notices. On a site over http, and where the proxy says nothing, it
 * does nothing.
 *
 * @param forwardedScheme see `createForwardedScheme`
 */
export function requireHttps(
  siteOrigin: string,
  forwardedScheme: (c: Context<AppEnv>) => string | undefined,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!siteOrigin.startsWith('https:') || forwardedScheme(c) !== 'http') return next();
    if (!mayBeLedOn(c)) refuse('HTTPS_ONLY');
    // Never to the host that the request names: that is whatever its sender typed.
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(siteOrigin + pathname + search, 308);
  };
}
