import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '#contract/paths.ts';
import { type Db, pingDatabase } from '#server/database/database.ts';

type HealthDeps = {
  readonly db: Db;
  readonly isStopping: () => boolean;
  readonly isExportCurrent?: (() => boolean) | undefined;
};

/** Whether the site can take visitors, and whether its export is of this site where there is one. */
export type Readiness =
  | { readonly status: 'ready'; readonly export?: 'current' | 'outdated' }
  | { readonly status: 'stopping' | 'database not reachable' };

/** What `/readyz` tells. @param onError hears of a database that does not answer */
export async function checkReadiness(
  { db, isStopping, isExportCurrent }: HealthDeps,
  onError: (error: unknown) => void,
): Promise<Readiness> {
  if (isStopping()) return { status: 'stopping' };
  try {
    await pingDatabase(db);
    if (isExportCurrent === undefined) return { status: 'ready' };
    return { status: 'ready', export: isExportCurrent() ? 'current' : 'outdated' };
  } catch (error) {
    onError(error);
    return { status: 'database not reachable' };
  }
}

/**
 * `/healthz`: the process answers. `/readyz`: the database answers and the process is not about to stop, else 503.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  app.get(OPERATIONS.health, async () => ({ status: 'ok' }));
  app.get(OPERATIONS.ready, async (request, reply) => {
    const found = await checkReadiness(deps, (err) =>
      request.log.error({ err }, 'the database does not answer'),
    );
    return reply
      .header('cache-control', 'no-store')
      .code(found.status === 'ready' ? 200 : 503)
      .send(found);
  });
}
