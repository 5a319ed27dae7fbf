import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OPERATIONS } from '#contract/paths.ts';
import type { Db } from '#server/database/database.ts';
import { createLoopbackCheck } from '#server/http/client-address.ts';
import { collectMethods } from '#server/http/method-not-allowed.ts';
import type { SharedRedis } from '#server/redis/redis.ts';
import { isLoopbackHost } from '#server/settings/loopback.ts';
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
 * `SITE_ORIGIN` is a loopback address, to this machine. To everybody else there is no such path, by no method. Expects a scope
 * of its own.
 */
export function metricsRoutes(app: FastifyInstance, deps: MetricsRoutesDeps): void {
  const { metrics, settings } = deps;
  const holdsToken = createTokenCheck(settings.metricsToken);
  // Behind a proxy on this machine, visitors come from loopback too: only the origin tells that nobody else can.
  const isLocalSite = isLoopbackHost(new URL(settings.origin).hostname);
  const isLoopback = createLoopbackCheck(settings.origin);
  const lookAround = createLookAround({ ...deps, dataDir: settings.dataDir }, deps.lookWithin ?? LOOK_WITHIN);
  const mayRead = (request: FastifyRequest) =>
    holdsToken(request.headers.authorization) || (isLocalSite && isLoopback(request));

  const { refuseOtherMethods } = collectMethods(app);
  app.addHook('onRequest', async (request, reply) => {
    if (!mayRead(request)) return reply.callNotFound();
  });
  app.get(OPERATIONS.metrics, async (_request, reply) => {
    await lookAround();
    return reply
      .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .send(await metrics.text());
  });
  // In this scope, so that who may not read learns nothing by any method.
  refuseOtherMethods();
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
