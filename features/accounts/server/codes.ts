import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { RECOVERY_CODE_USED, SECOND_STEP_REFUSED } from './audit-actions.ts';
import type { Evidence } from './factor.ts';
import { lockUser } from './lock-user.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { type CodeDeps, secondStepOf } from './slots.ts';

/**
 * Uses a code up and does what it allows, in one transaction: the code counts only if that is done. `undefined`, with a
 * line in the audit log, for a code that is wrong or was used.
 */
export async function withCode<T>(
  deps: CodeDeps,
  userId: string,
  code: string,
  act: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  const result = await deps.db.transaction().execute(async (tx) => {
    // First, so that no deletion or reset of the account waits for a row of this one while this waits for it.
    if (!(await lockUser(tx, userId))) return undefined;
    if (!(await codeEvidence(deps, userId, code).spend(tx))) return undefined;
    return { done: await act(tx) };
  });
  if (result === undefined)
    await recordAlone(deps, { action: SECOND_STEP_REFUSED, actor: 'visitor', subject: userId });
  return result?.done;
}

/**
 * A code as evidence, cleaned by its schema, of the app or a recovery code. The use of a recovery code is audited.
 *
 * @param session where it was typed; none where nobody is signed in yet
 */
export function codeEvidence(deps: CodeDeps, userId: string, code: string, session?: string): Evidence {
  const spend = async (tx: Tx) => {
    const app = secondStepOf(deps);
    if (app?.isAppCode(code)) return app.spendAppCode(deps, tx, userId, code);
    if (!(await spendRecoveryCode(tx, userId, code))) return false;
    await recordAction(deps, tx, { ...byOwner({ id: session, userId }), action: RECOVERY_CODE_USED });
    return true;
  };
  return { factor: 'second step', strength: 'second', spend };
}
