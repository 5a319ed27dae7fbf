import type { FastifyInstance } from 'fastify';
import { PROOF_MINUTES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { PasswordRule } from '#features/accounts/bodies.ts';
import { NOT_SIGNED_IN } from '#features/accounts/refusals.ts';
import {
  endSessionsBody,
  passwordBody,
  proofBody,
  type SecurityData,
  type SessionEntry,
  securityAnswer,
} from '#features/accounts/security-bodies.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { ConflictError } from '#server/database/errors.ts';
import { findRow } from '#server/database/rows.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { accepted, answered, refuse } from '#server/http/refusal.ts';
import { createAccess } from './access.ts';
import { PASSWORD_CHANGED, SIGNED_OUT } from './audit-actions.ts';
import { countRecoveryCodes } from './codes.ts';
import { findSignInMethods } from './factors.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { setPassword, storePassword } from './passwords.ts';
import {
  checkProof,
  findProof,
  oldSignInDecides,
  refuseUnproved,
  requireProofIn,
  UNPROVED_REFUSALS,
  withProof,
} from './proof.ts';
import { endAccess, type Session } from './sessions.ts';
import { undoOf } from './slots.ts';

/**
 * Changes the password and ends all access except this session. Refuses if the session or its proof ended while the password
 * was being hashed.
 */
export async function changePassword(deps: Deps, session: Session, password: string): Promise<void> {
  const { id, userId } = session;
  const emailOf = () => addressOf(deps.db, userId);
  await storePassword(deps, { emailOf, password }, async (tx, passwordHash, email) => {
    await requireProofIn(deps, tx, session);
    // If the address has changed since `storePassword` read it, the hash has the salt of the old address. `storePassword` tries
    // again after this error.
    if ((await addressOf(tx, userId)) !== email) throw new ConflictError();
    await undoOf(deps)?.note(deps, tx, { userId, kind: 'password', detail: '', session: id });
    await setPassword(tx, userId, passwordHash, deps.clock());
    await endAccess(deps, tx, userId, id);
    await recordAction(deps, tx, { ...byOwner({ id, userId }), action: PASSWORD_CHANGED });
  });
}

async function addressOf(db: Db | Tx, userId: string): Promise<string> {
  const user = await findRow(db, 'users', ['email'], { id: userId });
  return user?.email ?? refuse(NOT_SIGNED_IN);
}

/** These routes accept only the session cookie, not a bearer token. */
export function securityRoutes(
  app: FastifyInstance,
  deps: AppDeps & { readonly passwordRule: PasswordRule },
): void {
  const route = declareRoutes(app, deps);
  const { session: bySession, proof } = createAccess(deps);

  const ofSecurity = {
    does: 'Returns what the security page shows: sign-in methods, sessions, codes.',
    access: bySession,
    answers: { 200: securityAnswer },
  };
  route.get(ACCOUNT_API.security, ofSecurity, async ({ caller: session }) => {
    const methods = await findSignInMethods(deps, deps.db, session.userId);
    const state = await findProof(deps, deps.db, session);
    const codes = await countRecoveryCodes(deps.db, session.userId);
    const own: Partial<SecurityData> = {
      hasPassword: methods.includes('password'),
      sessions: await listSessions(deps, session),
      isProved: state === 'proved' || state === 'decides',
      needsCode: state === 'second-needed',
      oldSignInDecides: await oldSignInDecides(deps, deps.db, session.userId),
      recoveryCodesLeft: codes.left,
      hasUnsavedCodes: codes.areUnsaved,
    };
    const parts = await Promise.all(deps.features.map(({ securityData }) => securityData?.(deps, session)));
    return answered({ data: Object.assign(own, ...parts) as SecurityData });
  });

  const ofProof = {
    does: `Proves the signed-in person again, by password, code or both; valid for ${PROOF_MINUTES} minutes.`,
    access: bySession,
    body: proofBody,
    refuses: UNPROVED_REFUSALS,
  };
  route.post(ACCOUNT_API.proof, ofProof, async ({ request, caller: session, body }) => {
    refuseUnproved(await checkProof(deps, request, session, body));
    return accepted(MESSAGES.proved);
  });

  const ofPassword = {
    does: 'Changes the password, or sets the first one, and ends all other sessions.',
    access: proof,
    body: passwordBody(deps.passwordRule),
  };
  route.post(ACCOUNT_API.password, ofPassword, async ({ caller: session, body: { password } }) => {
    await changePassword(deps, session, password);
    return accepted(MESSAGES.passwordSet);
  });

  const ofEndSessions = {
    does: 'Ends one session by its id; without an id all others.',
    access: proof,
    body: endSessionsBody,
  };
  route.post(ACCOUNT_API.endSessions, ofEndSessions, async ({ caller: session, body: { id } }) => {
    if (id === undefined) await deps.takeFromLimit(ACCOUNT_LIMITS.endAllSessionsPerAccount, session.userId);
    await endOtherSessions(deps, session, id);
    return accepted(id === undefined ? MESSAGES.otherSessionsEnded : MESSAGES.sessionEnded);
  });
}

/** Lists the sessions: the caller's own first, then the others by last use. */
async function listSessions({ db, clock }: Deps, session: Session): Promise<readonly SessionEntry[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at', 'last_used_at', 'remembered'])
    .where('user_id', '=', session.userId)
    .where('expires_at', '>', clock().toISOString())
    .orderBy('last_used_at', 'desc')
    .execute();
  const entries = rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isRemembered: row.remembered === 1,
    isThis: row.id === session.id,
  }));
  return entries.sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

/**
 * Ends the session with this id. Without an id, ends all access except the caller's session. Needs a proof, so that no thief
 * can keep the owner out.
 */
function endOtherSessions(deps: Deps, session: Session, id?: string): Promise<void> {
  const { userId } = session;
  return withProof(deps, session, async (tx) => {
    const others = tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', session.id);
    const ended = await (id === undefined ? others : others.where('id', '=', id)).returning('id').execute();
    if (id === undefined) await endAccess(deps, tx, userId, session.id);
    for (const { id: subject } of ended)
      await recordAction(deps, tx, {
        ...byOwner({ id: subject, userId }),
        action: SIGNED_OUT,
        detail: 'from another session',
      });
  });
}
