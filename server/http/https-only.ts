import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { refuse } from './refusal.ts';

const READING_METHODS: readonly string[] = ['GET', 'HEAD'];

/**
 * On a site over https, for visitors of whom the proxy in front says that they came in the clear: pages send them to
 * the same path over https; what they send is refused (HTTPS_ONLY) instead of sent again, so that whoever wrote down
 * the wrong address notices. On a site over http, and where the proxy says nothing, it does nothing.
 *
 * @param forwardedScheme see `createForwardedScheme`
 */
export function requireHttps(
  siteOrigin: string,
  forwardedScheme: (c: Context<AppEnv>) => string | undefined,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!siteOrigin.startsWith('https:') || forwardedScheme(c) !== 'http') return next();
    if (!READING_METHODS.includes(c.req.method)) refuse('HTTPS_ONLY');
    // Never to the host that the request names: that is whatever its sender typed.
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(siteOrigin + pathname + search, 308);
  };
}
