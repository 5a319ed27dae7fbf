import { routePath } from 'hono/route';
import type { RequestWatch } from '#server/http/request-log.ts';
import type { Site } from '#server/site/site.ts';
import type { RequestMeter } from './request-meter.ts';

/**
 * Counts and times every request that reaches the app. A file of the build is `page` or `asset`, anything else the
 * pattern of its route: whatever strangers ask for, there are no more series than routes. What Node refuses by itself
 * (no HTTP, headers too large) never gets here.
 */
export function createRequestWatch(meter: RequestMeter, site: Site): RequestWatch {
  const pages = new Set(
    [...site.files].flatMap(([path, { headers }]) =>
      headers['Content-Type']?.startsWith('text/html') ? [path] : [],
    ),
  );
  return {
    began: meter.began,
    answered: (c, milliseconds) => {
      const file = c.get('route');
      const route = file === undefined ? routePath(c, -1) : pages.has(file) ? 'page' : 'asset';
      meter.answered(route, c.req.method, c.res.status, milliseconds / 1_000);
    },
  };
}
