import { recordAction } from '#server/audit/record-action.ts';
import { auditDeps } from '../audit-deps.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { findNamed, throwProblems } from './find-named.ts';

/** `submissions done`: requests that were answered; nobody is reminded of them. */
export async function markDone(deps: OperatorDeps, typed: readonly string[]): Promise<void> {
  const [db, audit] = [await deps.openDb(), auditDeps(deps)];
  const { found, problems } = await findNamed(db, typed);
  const undone: string[] = [];
  for (const { id, due_at } of found) {
    const isMarked = await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('submissions')
        .set({ done_at: deps.clock().toISOString() })
        .where('id', '=', id)
        .where('due_at', 'is not', null)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      await recordAction(audit, tx, { action: 'submission-done', actor: 'operator', subject: id });
      return true;
    });
    if (isMarked) deps.print(`${id} is marked as answered.`);
    else undone.push(`${id} ${due_at === null ? 'has no due date' : 'is marked already, or gone'}.`);
  }
  throwProblems([...problems, ...undone]);
}
