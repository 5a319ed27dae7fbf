import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { type AuditDeps, type AuditEntry, recordAction } from './record-action.ts';

/** SHA-256, hex. Ids are random, so a hash tells nobody anything, but finds the same row in a backup. */
export function hashOfId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Lines of deletions have such a detail, and no others: so those of a feature that was taken out are known as well. */
export const isHashOfId = (detail: string): boolean => /^[0-9a-f]{64}$/.test(detail);

/** Records a deletion in the transaction that does it, so that a restore can do it again (docs/product.md, "Deletion"). */
export function recordDeletion(
  deps: AuditDeps,
  tx: Tx,
  entry: Omit<AuditEntry, 'detail'> & { readonly subject: string },
): Promise<void> {
  return recordAction(deps, tx, { ...entry, detail: hashOfId(entry.subject) });
}

/** The hashes of all ids that this database says were deleted, for as long as audit lines are kept. */
export async function readDeletedIds(db: Db | Tx): Promise<string[]> {
  const lines = await db
    .selectFrom('audit')
    .select('detail')
    .distinct()
    .where(sql<SqlBool>`length(detail) = 64`)
    .orderBy('detail')
    .execute();
  return lines.map(({ detail }) => detail).filter(isHashOfId);
}
