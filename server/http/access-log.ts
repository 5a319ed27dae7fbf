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
export const NO_ROUTE = '/*';

export type AnswerLine = {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, not the address, because paths can carry ids. */
  readonly route: string;
  /** The label in metrics, where it is not the route. */
  readonly countedAs?: string | undefined;
  readonly status: number;
  /** From the first look at the request until its answer was ready. */
  readonly ms: number;
};

/** One line in the log for each answer, and its count and duration. */
export function logAnswer(
  log: Logger,
  metrics: RequestMetrics,
  { requestId, method, route, countedAs = route, status, ms }: AnswerLine,
): void {
  metrics.answered(countedAs, method, status, ms / 1_000);
  const line = { requestId, method, route, status, ms: Math.round(ms) };
  if (ASKED_EACH_SECOND.includes(route)) log.debug(line, 'request');
  else log.info(line, 'request');
}

export function logRequests(app: FastifyInstance, log: Logger, metrics: RequestMetrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    metrics.began();
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    logAnswer(log, metrics, {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? NO_ROUTE,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
    done();
  });
}
