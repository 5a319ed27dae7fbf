import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '#contract/paths.ts';
import { type Db, pingDatabase } from '#server/database/database.ts';

/**
 * `/healthz`: the process answers. `/readyz`: the database answers and the process is not about to stop, else 503.
 */
export function healthRoutes(
  app: FastifyInstance,
  {
    db,
    isStopping,
    isExportCurrent,
  }: {
    readonly db: Db;
    readonly isStopping: () => boolean;
    readonly isExportCurrent?: (() => boolean) | undefined;
  },
): void {
  app.get(OPERATIONS.health, async () => ({ status: 'ok' }));
  app.get(OPERATIONS.ready, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isStopping()) return reply.code(503).send({ status: 'stopping' });
    try {
      await pingDatabase(db);
      if (isExportCurrent === undefined) return { status: 'ready' };
      return { status: 'ready', export: isExportCurrent() ? 'current' : 'outdated' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'database not reachable' });
    }
  });
}
