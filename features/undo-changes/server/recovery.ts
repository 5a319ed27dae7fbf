import { sql } from 'kysely';
import { RESET_MAIL } from '#content/features/accounts.ts';
import { factorsOf, isGuarded } from '#features/accounts/server/factors.ts';
import { endAccess } from '#features/accounts/server/sessions.ts';
import { operatorsOf } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { RECOVERY_HOURS, type RecoveryProof } from '#features/undo-changes/contract.ts';
import { type AuditActor, type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { findRow, hasRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { clockJumpedFrom } from '#server/jobs/run-retention.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { HOUR_MS, timeAfter } from '#server/time.ts';
import { RECOVERY_DONE, RECOVERY_PLANNED, RECOVERY_STOPPED } from './audit-actions.ts';
import { findContested } from './contested-changes.ts';
import { readCredentials, usageOf } from './credentials.ts';
import { mailIdOf, noteChange } from './note-change.ts';

const DELAY_MS = RECOVERY_HOURS * HOUR_MS;
/** The values are written into the SQL, because the database does not use the partial index with parameters. */
const IS_PLANNED = sql<boolean>`kind = 'recovery' and detail = 'planned'`;
const BATCH_SIZE = 50;

export function isRecoveryPlanned(db: Db | Tx, userId: string): Promise<boolean> {
  const open = { detail: 'planned', contested_at: null, kept_at: null };
  return hasRow(db, 'account_changes', { ...open, user_id: userId, kind: 'recovery' });
}

/** True if the account has factors that can be lost, and no recovery is planned. */
export async function canRecover(deps: Deps, userId: string): Promise<boolean> {
  return (await isGuarded(deps, deps.db, userId)) && !(await isRecoveryPlanned(deps.db, userId));
}

/**
 * Plans to remove lost factors, and mails the owner a link to stop this. The caller has checked two proofs of ownership
 * (docs/decisions/0069).
 */
export async function planRecovery(
  deps: Deps,
  userId: string,
  proofs: readonly RecoveryProof[],
  by: AuditActor,
): Promise<'planned' | 'nothing-lost' | 'frozen' | 'planned-already' | 'too-often' | 'gone'> {
  const result = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) return 'gone';
    if (!(await isGuarded(deps, tx, userId))) return 'nothing-lost';
    if ((await findContested(tx, userId)).length > 0) return 'frozen';
    if (await isRecoveryPlanned(tx, userId)) return 'planned-already';
    const planned = { userId, kind: 'recovery', detail: 'planned', isByOperator: true } as const;
    if (!(await noteChange(deps, tx, { ...planned, overDailyLimit: 'no-mail' }))) return 'too-often';
    const detail = proofs.join(', ');
    await recordAction(deps, tx, { ...by, action: RECOVERY_PLANNED, subject: userId, detail });
    return 'planned';
  });
  if (result === 'planned') deps.wakeMail();
  return result;
}

/** Carries out the recoveries that are due. Runs each hour, in any number of processes. */
export async function carryOutRecoveries(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('account_changes')
    .select(['id', 'user_id'])
    .where(IS_PLANNED)
    .where('created_at', '<=', timeAfter(deps.clock(), -DELAY_MS))
    .orderBy('created_at')
    .limit(BATCH_SIZE)
    .execute();
  const failed: unknown[] = [];
  for (const { id, user_id } of due)
    await deps.db
      .transaction()
      .execute((tx) => carryOut(deps, tx, id, user_id))
      .catch((error: unknown) => failed.push(error));
  if (due.length > 0) deps.wakeMail();
  if (failed.length > 0) throw new AggregateError(failed, 'some recoveries could not be carried out');
}

async function carryOut(deps: Deps, tx: Tx, id: string, userId: string): Promise<void> {
  if (!(await lockUser(tx, userId))) return;
  const planned = await findRow(tx, 'account_changes', ['before', 'kept_at'], { id, detail: 'planned' });
  const now = await readCredentials(deps, tx, userId);
  const user = await findRow(tx, 'users', ['closed_at'], { id: userId });
  // Does nothing if another process has already handled the recovery.
  if (planned === undefined) return;
  const mail = await findRow(tx, 'outbox', ['state', 'sent_at'], { id: mailIdOf(id) });
  const isStopped =
    planned.kept_at !== null ||
    // Stops the recovery if its mail was given up or the site was off, because the owner had no chance to stop the recovery.
    mail === undefined ||
    mail.state === 'dead' ||
    (await clockJumpedFrom(tx, deps.clock())) !== undefined ||
    // Stops the recovery of a closed account. The account gets no reset mail, and if it is reopened, access to the mailbox
    // would be enough to sign in.
    user?.closed_at != null ||
    // Stops the recovery of an operator's account, because a thief of the account could then open the console.
    (await operatorsOf(deps)?.hasRole(tx, userId)) === true ||
    (await findContested(tx, userId)).length > 0 ||
    // Stops the recovery if the address has changed, or a second factor that was reported as lost was used.
    usageOf(deps, JSON.parse(planned.before)) !== usageOf(deps, now);
  // The time in which the owner can stop the recovery begins when the mail is sent.
  const isTold = mail?.sent_at != null && mail.sent_at <= timeAfter(deps.clock(), -DELAY_MS);
  if (!isStopped && !isTold) return;
  const detail = isStopped ? 'stopped' : 'done';
  await updateRows(tx, 'account_changes', { id }, { detail });
  if (!isStopped) {
    const done = { userId, kind: 'recovery', detail, isByOperator: true } as const;
    await noteChange(deps, tx, { ...done, overDailyLimit: 'mail' });
    for (const { end } of factorsOf(deps)) await end?.(tx, userId);
    await endAccess(deps, tx, userId);
    await requestMail(deps, tx, { mail: RESET_MAIL, to: now.email });
  }
  const action = isStopped ? RECOVERY_STOPPED : RECOVERY_DONE;
  await recordAction(deps, tx, { action, actor: 'system', subject: userId });
}

/** Stops all planned recoveries of a restored backup, because their owners may have stopped them since the backup. */
export async function stopRecoveries(audit: AuditDeps, tx: Tx): Promise<void> {
  const stopped = await tx
    .updateTable('account_changes')
    .set({ detail: 'stopped' })
    .where(IS_PLANNED)
    .returning('user_id')
    .execute();
  for (const { user_id: subject } of stopped)
    await recordAction(audit, tx, { action: RECOVERY_STOPPED, actor: 'system', subject });
}
