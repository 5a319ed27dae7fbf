import { routePath } from 'hono/route';
import type { RequestWatch } from '#server/http/request-log.ts';
import type { Site, SiteFile } from '#server/site/site.ts';
import type { RequestMeter } from './request-meter.ts';

/**
 * Counts and times every request that reaches the app. A file of the build is `page` or `asset`, anything else the
 * pattern of its route: whatever strangers ask for, there are no more series than routes. What Node refuses by itself
 * (no HTTP, headers too large) never gets here.
 */
export function createRequestWatch(meter: RequestMeter, site: Site): RequestWatch {
  return {
    began: meter.began,
    answered: (c, milliseconds) => {
      const file = site.files.get(c.get('route') ?? '');
      const route = file === undefined ? routePath(c, -1) : labelOf(file);
      meter.answered(route, c.req.method, c.res.status, milliseconds / 1_000);
    },
  };
}

/** As what a file of the build is counted. */
export function labelOf({ isPage }: SiteFile): 'page' | 'asset' {
  return isPage ? 'page' : 'asset';
}
