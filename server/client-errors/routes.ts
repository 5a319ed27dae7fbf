import { Hono } from 'hono';
import { BODY_LIMITS } from '#contract/limits.ts';
import { CLIENT_ERRORS } from '#contract/paths.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { readJson, requireBodyWithin } from '#server/http/body.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { clientErrorReport, loggable } from './report.ts';

type ClientErrorDeps = {
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
};

/**
 * `POST /api/client-errors` (decisions §8): one warning in the log per report, 204. Nothing is stored, and nobody is
 * named: neither the visitor nor their address. Whoever sends more than 10 a minute, or something else, is refused.
 */
export function clientErrorRoutes({ takeFromLimit, clientAddress, metrics }: ClientErrorDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post(CLIENT_ERRORS, async (c) => {
    await takeFromLimit('clientErrorsPerIp', limitKeyOf(clientAddress(c)));
    requireBodyWithin(c, BODY_LIMITS.clientErrors);
    const client = loggable(await readJson(c, clientErrorReport));
    c.get('log')().warn({ client }, 'an error in a browser');
    metrics.count('site_client_errors_total', { kind: client.kind });
    return c.body(null, 204);
  });
  return routes;
}
