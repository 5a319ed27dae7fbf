import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import { OPERATIONS } from '#contract/paths.ts';
import type { AppEnv } from './app-env.ts';
import { giveHeaders } from './give-headers.ts';
import type { RequestIds } from './request-id.ts';
import type { RequestLog } from './request-lines.ts';

/** By proxies, who make more lines of it than all visitors. What goes wrong there is logged by itself. */
const ASKED_EACH_SECOND: readonly string[] = [OPERATIONS.health, OPERATIONS.ready];

/** Who counts requests: both are called once for each, and must not throw. */
export type RequestWatch = {
  readonly began: () => void;
  readonly answered: (c: Context<AppEnv>, milliseconds: number) => void;
};

/**
 * Gives every request an id (a proxy's `X-Request-Id` is kept when it looks like one), a logger that carries it, and
 * one line in the log when it is answered. The line names the route pattern, not the address: paths can carry ids.
 *
 * @param watch in the same place, since one more layer around each page costs more than the counting
 */
export function logRequests(
  log: Logger,
  requestLog: RequestLog,
  requestIdOf: RequestIds,
  now: () => number,
  watch: RequestWatch,
): MiddlewareHandler<AppEnv> {
  const giveId = giveHeaders((c) => ({ 'X-Request-Id': c.get('requestId') }));
  return async (c, next) => {
    const started = now();
    watch.began();
    const requestId = requestIdOf(c.req.header('x-request-id'));
    c.set('requestId', requestId);
    c.set('log', () => log.child({ requestId }));
    await giveId(c, next);
    const ready = now();
    const milliseconds = ready - started;
    watch.answered(c, milliseconds);
    const route = c.get('route') ?? routePath(c, -1);
    const line = {
      at: ready,
      requestId,
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(milliseconds),
    };
    requestLog[ASKED_EACH_SECOND.includes(route) ? 'debug' : 'info'](line);
  };
}
