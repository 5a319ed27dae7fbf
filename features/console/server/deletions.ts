import { sql } from 'kysely';
import { REASONS, type Reason } from '#contract/operators.ts';
import { ACCOUNT_DELETED } from '#features/accounts/server/audit-actions.ts';
import { DELETIONS_A_DAY } from '#features/console/contract.ts';
import { ROLE_TAKEN_BACK } from '#features/console/refusals.ts';
import { deleteSome } from '#features/forms/server/delete-submissions.ts';
import type { AuditAction } from '#server/audit/action.ts';
import { hashedId } from '#server/audit/record-action.ts';
import type { Operator } from '#server/console-view.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { findRows, hasRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { DAY_MS, plural, timeAfter } from '#server/time.ts';
import { mailOwners } from './operator.ts';

/** `kept` counts messages that were not deleted, because their payment is under way. */
export type DeletedMessages = { readonly deleted: number; readonly kept: number };

/** Deletes submissions. Above the daily limit, an operator gets `too-many`. An owner may go on, but all owners get a mail. */
export async function deleteMessages(
  deps: Deps,
  { session: { userId }, by, role }: Operator,
  asked: readonly string[],
  reason: Reason,
): Promise<DeletedMessages | 'too-many'> {
  if (asked.length === 0) return { deleted: 0, kept: 0 };
  const result = await deps.db.transaction().execute(async (tx) => {
    await lockDeletions(tx, userId);
    const rows = await findRows(tx, 'submissions', ['id'], { id: asked });
    const ids = rows.map(({ id }) => id);
    const isMany = (await countDeletions(deps, tx, userId)) + ids.length > DELETIONS_A_DAY;
    if (isMany && role !== 'owner') return 'too-many';
    const { length: deleted } = await deleteSome(deps, tx, ids, { ...by, reason });
    if (isMany && deleted > 0) {
      await requireOwnerIn(tx, userId);
      await mailOwners(deps, tx, { what: plural(deleted, 'message'), reason: REASONS[reason] });
    }
    return { deleted, kept: ids.length - deleted };
  });
  deps.wakeMail();
  return result;
}

/**
 * Refuses an owner whose role was lowered. Call this after an audit line is written, because storing the line locks the role.
 */
async function requireOwnerIn(tx: Tx, userId: string): Promise<void> {
  if (!(await hasRow(tx, 'staff', { user_id: userId, role: 'owner' }))) refuse(ROLE_TAKEN_BACK);
}

/** Whether the operator may delete another account today. Call this before the audit line is written, in the same transaction. */
export async function mayDeleteAccount(deps: Deps, tx: Tx, userId: string): Promise<boolean> {
  await lockDeletions(tx, userId);
  return (await countDeletions(deps, tx, userId, ACCOUNT_DELETED)) < DELETIONS_A_DAY;
}

/** The deletions of one operator wait for each other, so that each counts the earlier ones towards the daily limit. */
const lockDeletions = (tx: Tx, userId: string) => advisoryLock(tx, `deletions ${userId}`);

/** Repeats the condition of the index `audit_deletions` word for word. Otherwise the database would not use the index. */
const isDeletion = sql<boolean>`action in ('submission-deleted', 'account-deleted')`;

/** Counts the messages and accounts that an operator deleted within a day. With `only`, counts one kind. */
export async function countDeletions(
  { keyring, clock }: Deps,
  db: Db | Tx,
  userId: string,
  only?: AuditAction,
): Promise<number> {
  const actors = keyring.map((secret) => hashedId(secret, 'subject', userId));
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('actor', 'in', actors)
    .where('at', '>', timeAfter(clock(), -DAY_MS))
    .where(isDeletion)
    .where((eb) => (only === undefined ? eb.and([]) : eb('action', '=', only.name)))
    .executeTakeFirstOrThrow();
  return count;
}
