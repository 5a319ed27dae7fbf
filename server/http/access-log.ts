import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { OPERATIONS } from '#contract/paths.ts';

/** Three of the four golden signals: traffic, errors, latency. */
export type RequestMetrics = {
  /** A request came; `answered` must follow. */
  readonly began: () => void;
  /**
   * Counts one answer.
   *
   * @param route a pattern out of the app's own list, never a path that was sent
   * @param seconds from the first look at the request until its answer was ready
   */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void;
};

/** Proxies ask for these each second, and would write more lines than all visitors. */
const ASKED_EACH_SECOND: readonly string[] = [OPERATIONS.health, OPERATIONS.ready];

/** Counted and logged instead of a path that was sent: no route has it. */
const NO_ROUTE = '/*';

/** One line in the log for each answer, and its count and duration. */
export function logRequests(app: FastifyInstance, log: Logger, metrics: RequestMetrics): void {
  app.decorateRequest('file', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    metrics.began();
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', ({ id: requestId, method, routeOptions, file }, reply, _payload, done) => {
    // The pattern of the route, not the address, because paths can carry ids.
    const route = file?.path ?? routeOptions.url ?? NO_ROUTE;
    const countedAs = file === undefined ? route : file.isPage ? 'page' : 'asset';
    const { statusCode: status, elapsedTime } = reply;
    metrics.answered(countedAs, method, status, elapsedTime / 1_000);
    const line = { requestId, method, route, status, ms: Math.round(elapsedTime) };
    if (ASKED_EACH_SECOND.includes(route)) log.debug(line, 'request');
    else log.info(line, 'request');
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of the site that is answered with. */
    file: { readonly path: string; readonly isPage: boolean } | undefined;
  }
}
