import type { FastifyRequest } from 'fastify';
import {
  FIRST_STEP_NEEDED,
  PROOF_MISSING,
  PROOF_REFUSED,
  SECOND_STEP_NEEDED,
  SECOND_STEP_REFUSED,
} from '#features/accounts/refusals.ts';
import type { AppDeps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { countCodeTry, countProofTry } from './devices.ts';
import { findProof, type ProofResult, proveByTyped, type TypedProof } from './proof.ts';
import type { Session } from './sign-in-types.ts';

/**
 * Checks the password or code that a signed-in person typed to prove their identity, and counts wrong guesses. A code alone is
 * enough if only the second step of the proof is missing.
 */
export async function checkProof(
  deps: AppDeps,
  request: FastifyRequest,
  session: Session,
  typed: TypedProof,
): ReturnType<typeof proveByTyped> {
  const { id: place, userId } = session;
  const device = request.cookies[deps.cookies.device];
  const taken: Awaited<ReturnType<typeof countProofTry>>[] = [];
  if (typed.password !== undefined) taken.push(await countProofTry(deps, { userId, place }, device));
  else if ((await findProof(deps, deps.db, session)) === 'none') return 'first-needed';
  const { code } = typed;
  if (code !== undefined) taken.push(await countCodeTry(deps, { userId, code }, device));
  const result = await proveByTyped(deps, session, typed);
  if (result === 'proved') for (const giveBack of taken) await giveBack();
  return result;
}

export const UNPROVED = {
  'wrong-password': PROOF_REFUSED,
  'wrong-code': SECOND_STEP_REFUSED,
  'second-needed': SECOND_STEP_NEEDED,
  'first-needed': FIRST_STEP_NEEDED,
  'not-fresh': PROOF_MISSING,
  refused: PROOF_MISSING,
};

/** Refuses an insufficient proof of identity with an error that names what is missing. */
export function refuseUnproved(result: ProofResult | keyof typeof UNPROVED): void {
  if (result !== 'proved') refuse(UNPROVED[result]);
}

/** The refusals that a route must declare if it asks for a proof of identity. */
export const UNPROVED_REFUSALS = Object.values(UNPROVED);
