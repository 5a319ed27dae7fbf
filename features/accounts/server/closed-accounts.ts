import { BRAND } from '#content/brand.ts';
import { CLOSED_REASONS, type ClosedReason } from '#contract/errors.ts';
import { ACCOUNT_CLOSED, ACCOUNT_FROZEN } from '#features/accounts/refusals.ts';
import { type AuditActor, type AuditEntry, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import type { SiteDeps, WithFeatures } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { ACCOUNT_REOPENED, ACCOUNT_CLOSED as CLOSED } from './audit-actions.ts';
import { endAccess } from './sessions.ts';
import { operatorsOf, undoOf } from './slots.ts';
import { lockUser } from './users.ts';

/** Ends all access and removes the console role, but keeps the data. False if the address has no open account. */
export function closeAccount(
  deps: SiteDeps,
  email: string,
  reason: ClosedReason,
  by: AuditActor,
): Promise<boolean> {
  return retryTransaction(deps.db, async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ closed_at: deps.clock().toISOString(), closed_reason: reason })
      .where('email', '=', email)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (user === undefined) return false;
    await operatorsOf(deps)?.refuseLastOwner(deps, tx, user.id);
    // `refuseLastOwner` must run before `removeRole`: without the role, the account would no longer count as an owner.
    await by.stillMay?.(tx);
    await endAccess(deps, tx, user.id);
    const roleRemoved = await operatorsOf(deps)?.removeRole(tx, user.id);
    await recordAction(deps, tx, { ...by, action: CLOSED, subject: user.id, detail: reason });
    if (roleRemoved !== undefined)
      await recordAction(deps, tx, { ...by, action: roleRemoved, subject: user.id });
    return true;
  });
}

/** Opens a closed or frozen account again. Changes that its owner contested stay. False if the address has no such account. */
export function reopenAccount(
  deps: SiteDeps,
  email: string,
  by: AuditActor & Pick<AuditEntry, 'detail'>,
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

/** Refuses a closed account with ACCOUNT_CLOSED and the reason. Call it only after the caller has proved to be the owner. */
export async function refuseClosed(db: Db | Tx, userId: string): Promise<void> {
  const reason = (await findRow(db, 'users', ['closed_reason'], { id: userId }))?.closed_reason;
  if (reason)
    refuse(ACCOUNT_CLOSED, { values: { reason: CLOSED_REASONS[reason], email: BRAND.supportEmail } });
}

export async function refuseClosedOrFrozen(deps: WithFeatures, db: Db | Tx, userId: string): Promise<void> {
  await refuseClosed(db, userId);
  if (await undoOf(deps)?.frozenSince(db, userId)) refuseFrozen();
}

export function refuseFrozen(): never {
  return refuse(ACCOUNT_FROZEN, { values: { email: BRAND.supportEmail } });
}
