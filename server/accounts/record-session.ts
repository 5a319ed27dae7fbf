import type { Provider } from '#contract/social.ts';
import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import type { Caller } from './caller.ts';

/**
 * Keeps that a session was opened, in the transaction that opens it: nobody is signed in without a line. What was refused
 * leaves none, as it could only be kept for addresses that have an account, and the work would tell (decisions §3.3).
 */
export function recordSignIn(
  deps: AuditDeps,
  tx: Tx,
  { userId, session, way }: { userId: string; session: string; way: 'password' | Provider },
): Promise<void> {
  return recordAction(deps, tx, {
    action: 'signed-in',
    actor: { account: userId },
    subject: userId,
    session,
    detail: way,
  });
}

/** Keeps that a session was ended by its owner, in the transaction that ends it. */
export function recordSignOut(deps: AuditDeps, tx: Tx, { userId, sessionId }: Caller): Promise<void> {
  return recordAction(deps, tx, {
    action: 'signed-out',
    actor: { account: userId },
    subject: userId,
    session: sessionId,
  });
}
