import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Site } from '#server/site/site.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts and times every request that reaches the app; put it in front of everything. A file of the build is `page` or
 * `asset`, anything else the pattern of its route: whatever strangers ask for, there are no more series than routes.
 * What Node refuses by itself (no HTTP, headers too large) never gets here.
 */
export function measureRequests(
  { requests }: Pick<Metrics, 'requests'>,
  site: Site,
  now: () => number,
): MiddlewareHandler<AppEnv> {
  const pages = new Set(
    [...site.files].flatMap(([path, { headers }]) =>
      headers['Content-Type']?.startsWith('text/html') ? [path] : [],
    ),
  );
  return async (c, next) => {
    const started = now();
    requests.began();
    await next();
    const file = c.get('route');
    const route = file === undefined ? routePath(c, -1) : pages.has(file) ? 'page' : 'asset';
    requests.answered(route, c.req.method, c.res.status, (now() - started) / 1_000);
  };
}
