import type { SessionEntry } from '#features/accounts/security-bodies.ts';
import { SESSIONS_ENDED, SIGNED_OUT } from '#features/accounts/server/audit-actions.ts';
import { withProof } from '#features/accounts/server/proof.ts';
import { endAccess } from '#features/accounts/server/sessions.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { type AuditActor, type AuditEntry, byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Deps } from '#server/feature.ts';

/** The account's sessions: the caller's own first, then the others by last use. */
export async function listSessions({ db, clock }: Deps, session: Session): Promise<readonly SessionEntry[]> {
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
 * Ends one other session of the account, or, without an id, all access except the caller's session. Needs a proof of
 * identity: without it, a thief with a stolen session could keep the owner out.
 */
export function endOtherSessions(deps: Deps, session: Session, id?: string): Promise<void> {
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

/** Ends all access to an account on behalf of an operator, who gives a reason. @public */
export function endAllSessions(
  deps: Deps,
  userId: string,
  by: AuditActor & Pick<AuditEntry, 'detail'>,
): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await endAccess(deps, tx, userId);
    await recordAction(deps, tx, { ...by, action: SESSIONS_ENDED, subject: userId });
  });
}
