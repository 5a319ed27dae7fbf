import type { Tx } from '#server/database/database.ts';
import { insertRow } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Deps } from '#server/feature.ts';
import type { NoticesTable } from './tables.ts';

/** The account, message or other row that a notice was shown for; the record is deleted with that row. */
type About = Partial<Omit<NoticesTable, 'id' | 'notice' | 'version' | 'kind' | 'at'>>;

/**
 * Records that a privacy notice was shown, in the transaction that stores what the notice belongs to (docs/decisions/0072). Does
 * nothing without a version.
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
