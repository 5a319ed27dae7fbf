import type { FastifyInstance } from 'fastify';
import type { PasswordRule } from '#contract/identity.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import {
  endSessionsBody,
  passwordBody,
  proofBody,
  type SecurityAnswer,
  unlinkBody,
} from '#features/accounts/security-bodies.ts';
import { findProof } from '#features/accounts/server/proof.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { findSignInMethods } from '#features/accounts/server/sign-in-methods.ts';
import { findAwaitedAddress } from '#features/address-change/server/ask-for-address.ts';
import { listPasskeys } from '#features/passkeys/server/passkeys.ts';
import { listProviderAccounts } from '#features/social-sign-in/server/factor.ts';
import { needsCode } from '#features/two-step/server/codes.ts';
import { countRecoveryCodes } from '#features/two-step/server/recovery-codes.ts';
import { listContested } from '#features/undo-changes/server/decide.ts';
import { accepted } from '#server/http/accepted.ts';
import { parseBody } from '#server/http/body.ts';
import { refuse } from '#server/http/refusal.ts';
import { changePassword } from './change-password.ts';
import { checkProof, refuseUnproved } from './check-proof.ts';
import { endOtherSessions, listSessions } from './end-sessions.ts';
import { unlinkProvider } from './provider-links.ts';
import { createRequire } from './require-session.ts';

/** The endpoints of `features/accounts/security-bodies.ts`. A bearer token opens none of them: programs get one, the owner has the cookie. */
export function securityRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { readonly passwordRule: PasswordRule },
): void {
  const { requireSession, requireProof } = createRequire(deps);

  app.get(ACCOUNT_API.security, async (request) => {
    const session = await requireSession(request);
    const methods = await findSignInMethods(deps.db, session.userId);
    const proof = await findProof(deps, deps.db, session);
    return {
      success: true,
      data: {
        awaitedAddress: await findAwaitedAddress(deps, session.userId),
        hasPassword: methods.includes('password'),
        providers: await listProviderAccounts(deps.db, session.userId),
        passkeys: await listPasskeys(deps.db, session.userId),
        sessions: await listSessions(deps, session),
        isProved: proof === 'proved',
        needsCode: proof === 'second-needed',
        hasSecondStep: await needsCode(deps, deps.db, { userId: session.userId }),
        recoveryCodesLeft: await countRecoveryCodes(deps.db, session.userId),
        contested: await listContested(deps.db, session.userId),
      },
    } satisfies SecurityAnswer;
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
    if (id === undefined) await deps.takeFromLimit('endAllSessionsPerAccount', session.userId);
    await endOtherSessions(deps, session, id);
    return accepted(MESSAGES.sessionsEnded);
  });

  app.post(ACCOUNT_API.unlinkProvider, async (request) => {
    const session = await requireProof(request);
    const unlinked = parseBody(request, unlinkBody);
    if ((await unlinkProvider(deps, session, unlinked)) === 'last-way-in') refuse('LAST_WAY_IN');
    return accepted(MESSAGES.providerUnlinked);
  });
}
