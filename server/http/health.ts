import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '#contract/paths.ts';
import { type Db, pingDatabase } from '#server/database/database.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work (the database answers) and is not about to stop;
 * 503 otherwise, so that a proxy sends visitors elsewhere.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, isStopping }: { readonly db: Db; readonly isStopping: () => boolean },
): void {
  app.get(OPERATIONS.health, async () => ({ status: 'ok' }));
  app.get(OPERATIONS.ready, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isStopping()) return reply.code(503).send({ status: 'stopping' });
    try {
      await pingDatabase(db);
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'database not reachable' });
    }
  });
}
