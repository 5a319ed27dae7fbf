import type { FastifyRequest } from 'fastify';
import { NOT_SIGNED_IN, PROOF_MISSING } from '#features/accounts/refusals.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { findProof, refuseUnprovedSession } from '#features/accounts/server/proof.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { findSession } from '#features/accounts/server/sessions.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { networkOf } from '#server/http/client-address.ts';
import { refuse } from '#server/http/refusal.ts';

/** Refuse whoever is not signed in by a cookie, or has not shown within the last minutes to be the owner. */
export function createRequire(
  deps: Pick<RouteDeps, 'features' | 'db' | 'clock' | 'cookies' | 'takeFromLimit'>,
) {
  const requireSession = async (request: FastifyRequest): Promise<Session> => {
    const session = await findSession(deps, request.cookies[deps.cookies.session]);
    await deps.takeFromLimit(ACCOUNT_LIMITS.apiPerSession, session?.id ?? networkOf(request));
    return session ?? refuse(NOT_SIGNED_IN);
  };
  const requireProof = async (request: FastifyRequest): Promise<Session> => {
    const session = await requireSession(request);
    const proof = await findProof(deps, deps.db, session);
    if (proof !== 'proved') refuseUnprovedSession(proof);
    return session;
  };
  /** For what brings the code itself: all of a proof but its code will do. */
  const requireFirstStep = async (request: FastifyRequest): Promise<Session> => {
    const session = await requireSession(request);
    if ((await findProof(deps, deps.db, session)) === 'none') refuse(PROOF_MISSING);
    return session;
  };
  return { requireSession, requireProof, requireFirstStep };
}
