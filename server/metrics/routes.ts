import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { OPERATIONS } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { createLoopbackCheck, isLoopbackHost } from '#server/http/client-address.ts';
import type { SharedRedis } from '#server/redis/redis.ts';
import type { Settings } from '#server/settings/settings.ts';
import { createLookAround } from './look-around.ts';
import type { Metrics } from './metrics.ts';

type MetricsRoutesDeps = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  readonly settings: Pick<Settings, 'metricsToken' | 'dataDir' | 'origin'>;
  readonly redis?: SharedRedis | undefined;
  /** Milliseconds that the database may take; the answer comes without it then. */
  readonly lookWithin?: number;
};

/** Well within the ten seconds that Prometheus waits. */
const LOOK_WITHIN = 2_000;

/**
 * `GET /metrics` for Prometheus: to whoever shows `METRICS_TOKEN`, and, where
 * `SITE_ORIGIN` is a loopback address, to this machine. To everybody else there is no such path, by no method.
 */
export function metricsRoutes(deps: MetricsRoutesDeps): Hono<AppEnv> {
  const { metrics, settings } = deps;
  const routes = new Hono<AppEnv>();
  const holdsToken = createTokenCheck(settings.metricsToken);
  // Behind a proxy on this machine, visitors come from loopback too: only the origin tells that nobody else can.
  const isLocalSite = isLoopbackHost(new URL(settings.origin).hostname);
  const isLoopback = createLoopbackCheck(settings.origin);
  const isHere = (c: Context<AppEnv>) => isLocalSite && isLoopback(c);
  const lookAround = createLookAround({ ...deps, dataDir: settings.dataDir }, deps.lookWithin ?? LOOK_WITHIN);

  routes.use(OPERATIONS.metrics, async (c, next) => {
    if (!holdsToken(c.req.header('authorization')) && !isHere(c)) return c.notFound();
    return next();
  });
  routes.get(OPERATIONS.metrics, async (c) => {
    await lookAround();
    return c.body(await metrics.text(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    });
  });
  return routes;
}

/** Compares in constant time, whatever the lengths. Without a token nothing passes. */
function createTokenCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  const digestOf = (text: string) => createHash('sha256').update(text).digest();
  const right = token === undefined ? undefined : digestOf(token);
  return (authorization) => {
    const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    return right !== undefined && shown !== undefined && timingSafeEqual(digestOf(shown), right);
  };
}
