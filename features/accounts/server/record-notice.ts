import type { Tx } from '#server/database/database.ts';
import { insertRow } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Deps } from '#server/feature.ts';
import type { NoticesTable } from './tables.ts';

/** The account or message for which a notice was shown. When it is deleted, the record of the notice is deleted as well. */
type About = Partial<Omit<NoticesTable, 'id' | 'notice' | 'version' | 'kind' | 'at'>>;

/**
 * Stores which version of a notice was shown (docs/decisions/0072). Call it in the transaction that stores the row of the account
 * or message. Does nothing without a version.
 */
export async function recordSeen(
  { newId }: Pick<Deps, 'newId'>,
  tx: Tx,
  { notice, version, at }: { notice: string; version: string | undefined; at: IsoTime },
  about: About,
): Promise<void> {
  if (!version) return;
  await insertRow(tx, 'notices', { id: newId(), kind: 'seen', notice, version, at, ...about });
}
