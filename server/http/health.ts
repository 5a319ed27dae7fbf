import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { OPERATIONS } from '#contract/paths.ts';
import { pingDatabase } from '#server/database/database.ts';
import type { AppDeps } from '#server/feature.ts';
import { declareRoutes } from './declared-routes.ts';

/** Whether the site can serve visitors, with details of features, such as whether an export is out of date. */
const readiness = z
  .object({ status: z.enum(['ready', 'stopping', 'database not reachable']) })
  .catchall(z.string());
type Readiness = Readonly<z.infer<typeof readiness>>;

/** @param onError called if the database does not answer */
export async function checkReadiness(deps: AppDeps, onError: (error: unknown) => void): Promise<Readiness> {
  if (deps.isStopping()) return { status: 'stopping' };
  try {
    await pingDatabase(deps.db);
    const details = deps.features.map(({ readiness }) => readiness?.(deps));
    return Object.assign({ status: 'ready' as const }, ...details);
  } catch (error) {
    // Any error counts as a database error. If something else were checked here, its errors would need their own status.
    onError(error);
    return { status: 'database not reachable' };
  }
}

/** `/healthz` answers while the process works. `/readyz` answers 503 while it stops or the database does not answer. */
export function healthRoutes(app: FastifyInstance, deps: AppDeps): void {
  const route = declareRoutes(app, deps);
  const ofHealth = {
    does: 'Reports that the process is alive.',
    answers: { 200: z.object({ status: z.literal('ok') }) },
  };
  route.get(OPERATIONS.health, ofHealth, async () => ({ status: 'ok' as const }));
  const ofReady = {
    does: 'Reports whether the site can serve visitors: 503 while the database does not answer, or before a stop.',
    answers: { 200: readiness, 503: readiness },
  };
  route.get(OPERATIONS.ready, ofReady, async ({ request, reply }) => {
    const found = await checkReadiness(deps, (err) =>
      request.log.error({ err }, 'the database does not answer'),
    );
    return reply
      .header('cache-control', 'no-store')
      .code(found.status === 'ready' ? 200 : 503)
      .send(found);
  });
}
