import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from '#contract/paths.ts';
import { pingDatabase } from '#server/database/database.ts';
import type { AppDeps } from '#server/feature.ts';

/** Whether the site can take visitors, and what features tell of themselves, such as whether an export is of this site. */
export type Readiness = {
  readonly status: 'ready' | 'stopping' | 'database not reachable';
} & Readonly<Record<string, string>>;

/** What `/readyz` tells. @param onError hears of a database that does not answer */
export async function checkReadiness(deps: AppDeps, onError: (error: unknown) => void): Promise<Readiness> {
  if (deps.isStopping()) return { status: 'stopping' };
  try {
    await pingDatabase(deps.db);
    const told = deps.features.map(({ readiness }) => readiness?.(deps));
    return Object.assign({ status: 'ready' as const }, ...told);
  } catch (error) {
    onError(error);
    return { status: 'database not reachable' };
  }
}

/**
 * `/healthz`: the process answers. `/readyz`: the database answers and the process is not about to stop, else 503.
 */
export function healthRoutes(app: FastifyInstance, deps: AppDeps): void {
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
