import type { FastifyInstance } from 'fastify';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { PasswordRule } from '#features/accounts/bodies.ts';
import {
  endSessionsBody,
  passwordBody,
  proofBody,
  type SecurityAnswer,
  type SecurityData,
} from '#features/accounts/security-bodies.ts';
import { findSignInMethods } from '#features/accounts/server/factors.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { findProof } from '#features/accounts/server/proof.ts';
import { countRecoveryCodes } from '#features/accounts/server/recovery-codes.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { accepted } from '#server/http/accepted.ts';
import { parseBody } from '#server/http/body.ts';
import { changePassword } from './change-password.ts';
import { checkProof, refuseUnproved } from './check-proof.ts';
import { endOtherSessions, listSessions } from './end-sessions.ts';
import { createRequire } from './require-session.ts';

/** The endpoints of `features/accounts/security-bodies.ts`. A bearer token opens none of them: programs get one, the owner has the cookie. */
export function securityRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { readonly passwordRule: PasswordRule },
): void {
  const { requireSession, requireProof } = createRequire(deps);

  app.get(ACCOUNT_API.security, async (request) => {
    const session = await requireSession(request);
    const methods = await findSignInMethods(deps, deps.db, session.userId);
    const proof = await findProof(deps, deps.db, session);
    const codes = await countRecoveryCodes(deps.db, session.userId);
    const own: Partial<SecurityData> = {
      hasPassword: methods.includes('password'),
      sessions: await listSessions(deps, session),
      isProved: proof === 'proved' || proof === 'decides',
      needsCode: proof === 'second-needed',
      recoveryCodesLeft: codes.left,
      hasUnsavedCodes: codes.areUnsaved,
    };
    const parts = await Promise.all(deps.features.map(({ securityData }) => securityData?.(deps, session)));
    return { success: true, data: Object.assign(own, ...parts) as SecurityData } satisfies SecurityAnswer;
  });

  app.post(ACCOUNT_API.proof, async (request) => {
    const session = await requireSession(request);
    const { password, code } = parseBody(request, proofBody);
    refuseUnproved(await checkProof(deps, request, session, { password, code }));
    return accepted(MESSAGES.proved);
  });

  app.post(ACCOUNT_API.password, async (request) => {
    const session = await requireProof(request);
    const { password } = parseBody(request, passwordBody(deps.passwordRule));
    await changePassword(deps, session, password);
    return accepted(MESSAGES.passwordSet);
  });

  app.post(ACCOUNT_API.endSessions, async (request) => {
    const session = await requireProof(request);
    const { id } = parseBody(request, endSessionsBody);
    if (id === undefined) await deps.takeFromLimit(ACCOUNT_LIMITS.endAllSessionsPerAccount, session.userId);
    await endOtherSessions(deps, session, id);
    return accepted(MESSAGES.sessionsEnded);
  });
}
