import type { Tx } from '#server/database/database.ts';
import { insertRow } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Deps } from '#server/feature.ts';
import type { NoticesTable } from './tables.ts';

/** The account, message or other row that a notice was shown for; the record is deleted with that row. */
type About = Partial<Omit<NoticesTable, 'id' | 'notice' | 'version' | 'kind' | 'at'>>;

type Line = {
  readonly notice: string;
  /** The version of the notice. If undefined, a withdrawal of consent is still recorded, but a shown notice is not. */
  readonly version: string | undefined;
  readonly at: IsoTime;
};

/** Records that a privacy notice was shown, in the transaction that stores what the notice belongs to (docs/decisions/0072). */
export async function recordSeen(
  { newId }: Pick<Deps, 'newId'>,
  tx: Tx,
  { notice, version, at }: Line,
  about: About,
): Promise<void> {
  if (!version) return;
  await insertRow(tx, 'notices', { id: newId(), kind: 'seen', notice, version, at, ...about });
}

/** Records that the owner of an account withdrew consent. @public */
export async function recordWithdrawn(
  { newId }: Pick<Deps, 'newId'>,
  tx: Tx,
  { notice, version = '', at }: Line,
  userId: string,
): Promise<void> {
  await insertRow(tx, 'notices', { id: newId(), kind: 'withdrawn', notice, version, at, user_id: userId });
}
