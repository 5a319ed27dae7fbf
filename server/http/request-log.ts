import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnv } from './app-env.ts';

const ACCEPTED_REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Gives every request an id (a proxy's `X-Request-Id` is kept when it looks like one), a logger that carries it, and
 * one line in the log when it is answered. The line names the route pattern, not the address: paths can carry ids.
 */
export function logRequests(log: Logger, newId: () => string, now: () => number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = now();
    const given = c.req.header('x-request-id') ?? '';
    const requestId = ACCEPTED_REQUEST_ID.test(given) ? given : newId();
    c.set('requestId', requestId);
    c.set('log', log.child({ requestId }));
    await next();
    c.header('X-Request-Id', requestId);
    c.get('log').info(
      {
        method: c.req.method,
        route: c.get('route') ?? routePath(c, -1),
        status: c.res.status,
        ms: Math.round(now() - started),
      },
      'request',
    );
  };
}
