import { createHash } from 'node:crypto';
import type { AuditedAction } from '#content/audited-actions.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { type AuditDeps, type AuditEntry, recordAction } from './record-action.ts';

/** The lines whose detail is the hash of a deleted id. */
export const DELETIONS = [
  'account-deleted',
  'submission-deleted',
  'launch-list-left',
  'deletion-kept',
] as const satisfies readonly AuditedAction[];

/** Of what is deleted and recorded by its id. */
export type DeletionAction = Exclude<(typeof DELETIONS)[number], 'deletion-kept'>;

/** SHA-256, hex. Ids are random, so a hash tells nobody anything, but finds the same row in a backup. */
export function hashOfId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Records a deletion in the transaction that does it, so that a restore can do it again (docs/product.md, "Deletion"). */
export function recordDeletion(
  deps: AuditDeps,
  tx: Tx,
  entry: Omit<AuditEntry, 'action' | 'detail'> & {
    readonly action: DeletionAction;
    readonly subject: string;
  },
): Promise<void> {
  return recordAction(deps, tx, { ...entry, detail: hashOfId(entry.subject) });
}

/** The hashes of all ids that this database says were deleted, for as long as audit lines are kept. */
export async function readDeletedIds(db: Db | Tx): Promise<string[]> {
  const lines = await db
    .selectFrom('audit')
    .select('detail')
    .distinct()
    .where('action', 'in', DELETIONS)
    .where('detail', '<>', '')
    .orderBy('detail')
    .execute();
  return lines.map(({ detail }) => detail);
}
