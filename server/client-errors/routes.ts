import type { FastifyInstance } from 'fastify';
import { BODY_LIMITS } from '#contract/limits.ts';
import { CLIENT_ERRORS } from '#contract/paths.ts';
import { parseBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { clientErrorReport, loggable } from './report.ts';

type ClientErrorDeps = { readonly takeFromLimit: TakeFromLimit; readonly metrics: Metrics };

/**
 * `POST /api/client-errors` (decisions §8) logs one warning per report and answers 204. Nothing is stored, and nobody
 * is named.
 */
export function clientErrorRoutes(app: FastifyInstance, { takeFromLimit, metrics }: ClientErrorDeps): void {
  app.post(CLIENT_ERRORS, { bodyLimit: BODY_LIMITS.clientErrors }, async (request, reply) => {
    await takeFromLimit('clientErrorsPerIp', networkOf(request));
    const client = loggable(parseBody(request, clientErrorReport));
    request.log.warn({ client }, 'an error in a browser');
    metrics.count('site_client_errors_total', { kind: client.kind });
    return reply.code(204).send();
  });
}
