import type { FastifyInstance } from 'fastify';
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

/**
 * One line in the log for each answer, and its count and duration. The line names the pattern of the route, not the
 * address, because paths can carry ids.
 */
export function logRequests(app: FastifyInstance, metrics: RequestMetrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    metrics.began();
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { method } = request;
    const { url, config } = request.routeOptions;
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    const route = url ?? NO_ROUTE;
    metrics.answered(config.countedAs ?? route, method, status, ms / 1_000);
    const line = { method, route, status, ms: Math.round(ms) };
    if (ASKED_EACH_SECOND.includes(route)) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The label of the route in metrics, where it is not its pattern. */
    countedAs?: 'page' | 'asset';
  }
}
