import type { FastifyRequest } from 'fastify';
import {
  FIRST_STEP_NEEDED,
  NOT_SIGNED_IN,
  PROOF_MISSING,
  PROOF_REFUSED,
  SECOND_STEP_NEEDED,
  SECOND_STEP_REFUSED,
} from '#features/accounts/refusals.ts';
import { takeCode, takeProof } from '#features/accounts/server/devices.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import {
  findProof,
  type ProofResult,
  proveByTyped,
  refuseUnprovedSession,
  type TypedProof,
} from '#features/accounts/server/proof.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { findSession } from '#features/accounts/server/sessions.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import type { Deps } from '#server/feature.ts';
import { networkOf } from '#server/http/client-address.ts';
import { refuse } from '#server/http/refusal.ts';

/** Checks of a request: a session by cookie, and a fresh proof. Each refuses the request that lacks it. */
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

/**
 * Proves who is signed in by what they typed, within the limits of guessing. A code alone completes a proof that lacks
 * only that.
 */
export async function checkProof(
  deps: Deps & Pick<RouteDeps, 'takeFromLimit' | 'cookies'>,
  request: FastifyRequest,
  session: Session,
  typed: TypedProof,
): ReturnType<typeof proveByTyped> {
  const { id: place, userId } = session;
  const device = request.cookies[deps.cookies.device];
  const taken: Awaited<ReturnType<typeof takeProof>>[] = [];
  if (typed.password !== undefined) taken.push(await takeProof(deps, { userId, place }, device));
  else if ((await findProof(deps, deps.db, session)) === 'none') return 'first-needed';
  const { code } = typed;
  if (code !== undefined) taken.push(await takeCode(deps, { userId, code }, device));
  const result = await proveByTyped(deps, session, typed);
  if (result === 'proved') for (const giveBack of taken) await giveBack();
  return result;
}

/** What is lacking, by the result that proves too little. */
export const UNPROVED = {
  'wrong-password': PROOF_REFUSED,
  'wrong-code': SECOND_STEP_REFUSED,
  'second-needed': SECOND_STEP_NEEDED,
  'first-needed': FIRST_STEP_NEEDED,
  'not-fresh': PROOF_MISSING,
  refused: PROOF_MISSING,
};

/** Refuses what proves too little, with the sentence that says what is lacking. */
export function refuseUnproved(result: ProofResult | keyof typeof UNPROVED): void {
  if (result !== 'proved') refuse(UNPROVED[result]);
}
