import { Hono } from 'hono';
import { OPERATIONS } from '#contract/paths.ts';
import { type Db, pingDatabase } from '#server/database/database.ts';
import type { AppEnv } from './app-env.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work (the database answers) and is not about to stop;
 * 503 otherwise, so that a proxy sends visitors elsewhere.
 */
export function healthRoutes(db: Db, isStopping: () => boolean): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get(OPERATIONS.health, (c) => c.json({ status: 'ok' }));
  routes.get(OPERATIONS.ready, async (c) => {
    c.header('Cache-Control', 'no-store');
    if (isStopping()) return c.json({ status: 'stopping' }, 503);
    try {
      await pingDatabase(db);
      return c.json({ status: 'ready' });
    } catch (error) {
      c.get('log')().error({ err: error }, 'the database does not answer');
      return c.json({ status: 'database not reachable' }, 503);
    }
  });
  return routes;
}
