import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PATH_NOT_FOUND } from '#contract/errors.ts';
import { OPERATIONS } from '#contract/paths.ts';
import type { AppDeps } from '#server/feature.ts';
import { createLoopbackCheck } from '#server/http/client-address.ts';
import { collectMethods } from '#server/http/create-server.ts';
import { type Access, declareRoutes } from '#server/http/declared-routes.ts';
import { isSameText } from '#server/settings/keyring.ts';
import { isLoopbackHost } from '#server/settings/settings-part.ts';
import { createGaugeCollector } from './collect-gauges.ts';

/** The milliseconds to wait for the values of gauges. Prometheus waits 10 s for the whole answer. */
const COLLECT_TIMEOUT_MS = 2_000;

/**
 * `GET /metrics` for Prometheus. Requires `METRICS_TOKEN` or, if `SITE_ORIGIN` is loopback, a request from this machine. All
 * other requests get 404. Needs its own Fastify scope.
 */
export function metricsRoutes(
  app: FastifyInstance,
  deps: AppDeps & {
    /** Milliseconds after which the answer is sent without the gauges of the database. */
    readonly collectWithin?: number;
  },
): void {
  const { metrics, settings } = deps;
  // Behind a proxy on this machine, requests of visitors also come from loopback. Only a site with a loopback origin has no such
  // proxy.
  const isLocalSite = isLoopbackHost(new URL(settings.origin).hostname);
  const isLoopback = createLoopbackCheck(settings.origin);
  const collectGauges = createGaugeCollector(deps, deps.collectWithin ?? COLLECT_TIMEOUT_MS);
  const mayRead = (request: FastifyRequest) =>
    holdsToken(request, settings.metricsToken) || (isLocalSite && isLoopback(request));

  const { refuseOtherMethods } = collectMethods(app);
  app.addHook('onRequest', async (request, reply) => {
    if (!mayRead(request)) return reply.callNotFound();
  });
  const access: Access<undefined> = {
    name: 'metrics',
    needs: 'METRICS_TOKEN, or a request from this machine',
    schemes: [],
    refuses: [PATH_NOT_FOUND],
    // This check allows everything, because the `onRequest` hook has already checked the access, for every method.
    check: async () => undefined,
  };
  const ofMetrics = { access, answers: { 200: 'text/plain' } } as const;
  declareRoutes(app, deps).get(OPERATIONS.metrics, ofMetrics, async ({ reply }) => {
    await collectGauges();
    return reply
      .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .send(await metrics.text());
  });
  // Other methods are refused after the hook of this scope. So callers without access get 404; a 405 would reveal the route.
  refuseOtherMethods();
}

function holdsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && shown !== undefined && isSameText(shown, token);
}
