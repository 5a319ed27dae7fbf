import type { FastifyRequest } from 'fastify';
import type { CookieName } from '#content/browser-register.ts';
import type { Refusal } from '#contract/errors.ts';
import { PROOF_MINUTES } from '#contract/limits.ts';
import { DECIDE_FIRST, NOT_SIGNED_IN, PROOF_MISSING } from '#features/accounts/refusals.ts';
import type { AppDeps } from '#server/feature.ts';
import { networkOf } from '#server/http/client-address.ts';
import type { Access } from '#server/http/declared-routes.ts';
import { refuse } from '#server/http/refusal.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { findProof, type ProofState, requireProved } from './proof.ts';
import type { Session } from './sessions.ts';
import { findSession, findSessionByBearer } from './sessions.ts';

const COOKIE = {
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session' satisfies CookieName,
    description: 'Set by a sign-in. Over HTTPS its name is `__Host-session`.',
  },
};
export const PENDING_COOKIE = {
  pendingCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'pending_verification' satisfies CookieName,
    description: 'Set by a sign-up.',
  },
};

export function createAccess(deps: AppDeps) {
  const tokens = deps.features.flatMap(({ bearerTokens }) => bearerTokens ?? []);
  const cookieOrToken: Access<unknown>['schemes'] = [COOKIE, ...tokens.map(({ scheme }) => scheme)];
  const sessionOrToken = tokens.length > 0 ? 'a session or its token' : 'a session';
  const takeTry = (request: FastifyRequest, session: Session | undefined) =>
    deps.takeFromLimit(ACCOUNT_LIMITS.apiPerSession, session?.id ?? networkOf(request));

  /**
   * Returns the session of a request. Refuses with RATE_LIMITED when the caller's network has sent too many invalid bearer
   * tokens.
   */
  const sessionOf = async (request: FastifyRequest): Promise<Session | undefined> => {
    const { authorization } = request.headers;
    if (authorization === undefined) return findSession(deps, request.cookies[deps.cookies.session]);
    const giveBack = await deps.takeFromLimit(ACCOUNT_LIMITS.tokensPerIp, networkOf(request));
    const session = await findSessionByBearer(deps, authorization);
    if (session !== undefined) await giveBack();
    return session;
  };
  const visitorOf = async (request: FastifyRequest) => {
    const session = await sessionOf(request);
    await takeTry(request, session);
    return session;
  };
  const requireSession = async (request: FastifyRequest): Promise<Session> => {
    const session = await findSession(deps, request.cookies[deps.cookies.session]);
    await takeTry(request, session);
    return session ?? refuse(NOT_SIGNED_IN);
  };

  const byProof = (
    name: string,
    needs: string,
    refuses: readonly Refusal[],
    requireProof: (proof: ProofState) => void,
  ): Access<Session> => ({
    name,
    needs: `a session with a ${needs} of the last ${PROOF_MINUTES} minutes`,
    schemes: [COOKIE],
    refuses: [NOT_SIGNED_IN, ...refuses],
    check: async (request) => {
      const session = await requireSession(request);
      requireProof(await findProof(deps, deps.db, session));
      return session;
    },
  });

  return {
    sessionOf,
    /** Allows anyone; the handler gets the session, if there is one. */
    visitor: {
      name: 'visitor',
      needs: `nothing; ${sessionOrToken} identifies the caller`,
      schemes: [{}, ...cookieOrToken],
      refuses: [],
      check: visitorOf,
    } satisfies Access<Session | undefined>,
    person: {
      name: 'person',
      needs: sessionOrToken,
      schemes: cookieOrToken,
      refuses: [NOT_SIGNED_IN],
      check: async (request) => (await visitorOf(request)) ?? refuse(NOT_SIGNED_IN),
    } satisfies Access<Session>,
    /** Requires the session cookie. A program that has only a bearer token is refused. */
    session: {
      name: 'session',
      needs: 'a session',
      schemes: [COOKIE],
      refuses: [NOT_SIGNED_IN],
      check: requireSession,
    } satisfies Access<Session>,
    /** Requires only a proof of the first step, for routes whose requests contain the code of the second step. */
    firstStep: byProof('first step', 'first step', [PROOF_MISSING], (proof) => {
      if (proof === 'none') refuse(PROOF_MISSING);
    }),
    proof: byProof('proof', 'proof', [PROOF_MISSING, DECIDE_FIRST], requireProved),
  };
}
