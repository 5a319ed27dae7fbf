import type { ClosedReason } from '#contract/errors.ts';
import { type AuditActor, type AuditEntry, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryOnConflict } from '#server/database/errors.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { ACCOUNT_CLOSED, ACCOUNT_REOPENED } from './audit-actions.ts';
import { endAccess } from './sessions.ts';
import { operatorsOf, undoOf } from './slots.ts';
import { lockUser } from './users.ts';

type ClosingDeps = Pick<Deps, 'features' | 'db' | 'clock' | 'keyring' | 'newId'>;
type By = AuditActor;

/**
 * Closes an account: it keeps everything but a role in the console, and nobody can sign in to it. Ends all access. False when
 * there is no open account of this address.
 */
export function closeAccount(
  deps: ClosingDeps,
  email: string,
  reason: ClosedReason,
  by: By & Pick<AuditEntry, 'detail'>,
): Promise<boolean> {
  return retryOnConflict(() =>
    deps.db.transaction().execute(async (tx) => {
      const user = await tx
        .updateTable('users')
        .set({ closed_at: deps.clock().toISOString(), closed_reason: reason })
        .where('email', '=', email)
        .where('closed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (user === undefined) return false;
      await operatorsOf(deps)?.refuseLastOwner(deps, tx, user.id);
      // Before the role goes: whether an operator may do it is seen from what is there.
      await by.stillMay?.(tx);
      await endAccess(deps, tx, user.id);
      const roleRemoved = await operatorsOf(deps)?.removeRole(tx, user.id);
      const detail = by.detail === undefined ? reason : `${reason}, ${by.detail}`;
      await recordAction(deps, tx, { ...by, action: ACCOUNT_CLOSED, subject: user.id, detail });
      if (roleRemoved !== undefined)
        await recordAction(deps, tx, { ...by, action: roleRemoved, subject: user.id, detail: '' });
      return true;
    }),
  );
}

/** Ends a freeze as well: what was contested is kept. False when no account of this address is closed or frozen. */
export function reopenAccount(
  deps: ClosingDeps,
  email: string,
  by: By & Pick<AuditEntry, 'detail'>,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const user = await findRow(tx, 'users', ['id', 'closed_at'], { email });
    if (user === undefined || !(await lockUser(tx, user.id))) return false;
    const wasFrozen = (await undoOf(deps)?.keep(tx, user.id, deps.clock())) ?? false;
    if (user.closed_at === null && !wasFrozen) return false;
    await updateRows(tx, 'users', { id: user.id }, { closed_at: null, closed_reason: null });
    const detail = by.detail ?? (wasFrozen ? 'frozen' : '');
    await recordAction(deps, tx, { ...by, action: ACCOUNT_REOPENED, subject: user.id, detail });
    return true;
  });
}

/** Whether an account is closed, asked with its row locked. */
export async function isClosed(tx: Tx, userId: string): Promise<boolean> {
  return (await findClosedReason(tx, userId)) !== undefined;
}

/** Why an account is closed; undefined for one that is open, or gone. Asked only when a sign-in came to nothing. */
export async function findClosedReason(db: Db | Tx, userId: string): Promise<ClosedReason | undefined> {
  const row = await findRow(db, 'users', ['closed_reason'], { id: userId });
  return row?.closed_reason ?? undefined;
}
