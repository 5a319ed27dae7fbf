import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * Gives each answer headers, unless its handler says otherwise in one of them. They go to Node's own answer before the
 * handler runs: written into a Web answer afterwards, they cost more than asking the database for what it answers.
 */
export function giveHeaders(
  headersOf: (c: Context<AppEnv>) => Readonly<Record<string, string>>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = headersOf(c);
    const outgoing = c.env?.outgoing;
    if (outgoing !== undefined) {
      for (const name in given) outgoing.setHeader(name, given[name] ?? '');
      return next();
    }
    await next();
    const { headers } = c.res;
    for (const name in given) if (!headers.has(name)) headers.set(name, given[name] ?? '');
  };
}
