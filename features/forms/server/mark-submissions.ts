import type { AuditAction } from '#server/audit/action.ts';
import { type AuditActor, type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import {
  SUBMISSION_ASSIGNED,
  SUBMISSION_DONE,
  SUBMISSION_NOT_DONE,
  SUBMISSION_READ,
  SUBMISSION_UNREAD,
} from './audit-actions.ts';

type MarkDeps = AuditDeps & { readonly db: Db };
type By = AuditActor;

/** What operators mark: which column has the moment, whether it gets one or loses it, and what the audit calls that. */
export const MARKS = {
  read: { column: 'read_at', isSet: true, action: SUBMISSION_READ },
  unread: { column: 'read_at', isSet: false, action: SUBMISSION_UNREAD },
  done: { column: 'done_at', isSet: true, action: SUBMISSION_DONE },
  undone: { column: 'done_at', isSet: false, action: SUBMISSION_NOT_DONE },
} as const satisfies Record<string, { column: string; isSet: boolean; action: AuditAction }>;
export type Mark = keyof typeof MARKS;

/**
 * Marks submissions. Returns the ids of those that were not marked so before; nobody is reminded of what is done.
 *
 * @public
 */
export function markSubmissions(
  deps: MarkDeps,
  ids: readonly string[],
  mark: Mark,
  by: By,
): Promise<string[]> {
  const { column, isSet, action } = MARKS[mark];
  return deps.db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('submissions')
      .set({ [column]: isSet ? deps.clock().toISOString() : null })
      .where('id', 'in', ids)
      .where(column, isSet ? 'is' : 'is not', null)
      .returning('id')
      .execute();
    for (const { id: subject } of rows) await recordAction(deps, tx, { ...by, action, subject });
    return rows.map(({ id }) => id);
  });
}

/**
 * Gives each submission to an operator, or to nobody. Returns whose they were before, of those where that changed.
 *
 * @public
 */
export function assignSubmissions(
  deps: MarkDeps,
  wanted: readonly { readonly id: string; readonly to: string | null }[],
  by: By,
): Promise<{ id: string; to: string | null }[]> {
  return deps.db.transaction().execute(async (tx) => {
    const before: { id: string; to: string | null }[] = [];
    for (const { id, to } of wanted) {
      const row = await tx
        .selectFrom('submissions')
        .select('assigned_to')
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined || row.assigned_to === to) continue;
      await tx.updateTable('submissions').set({ assigned_to: to }).where('id', '=', id).execute();
      await recordAction(deps, tx, { ...by, action: SUBMISSION_ASSIGNED, subject: id });
      before.push({ id, to: row.assigned_to });
    }
    return before;
  });
}
