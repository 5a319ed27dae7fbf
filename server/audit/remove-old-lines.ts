import type { Db } from '#server/database/database.ts';
import { type AuditLine, checkMac, lineValues } from './chain.ts';
import { lockHead, storeHead } from './head.ts';
import type { AuditDeps } from './record-action.ts';

/** So many changed lines in a row do not keep those behind them from being removed. */
const LOOKED_AT = 500;

/**
 * Removes lines from before a moment and moves the beginning of the chain. Returns how many it removed: about `limit`
 * at most, and none while another process holds the chain or the head is not ours.
 *
 * A changed line is only removed together with a later unchanged one: otherwise somebody could make lines look old and
 * have the site remove them. Lines of an unknown secret count by their age: a change shows in the link of the next
 * line.
 */
export function removeOldLines(
  deps: AuditDeps & { readonly db: Db },
  before: Date,
  limit: number,
): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const head = await lockHead(tx, deps);
    if (head?.verdict !== 'valid') return 0;
    const oldest = tx.selectFrom('audit').selectAll().where('seq', '>=', head.first_seq).orderBy('seq');
    let last: AuditLine | undefined;
    let previous = head.before_first;
    for (const [index, line] of (await oldest.limit(LOOKED_AT).execute()).entries()) {
      if (line.at >= before.toISOString() || (index >= limit && last !== undefined)) break;
      if (checkMac(deps.keyring, line.link, lineValues(line, previous)) !== 'invalid') last = line;
      previous = line.link;
    }
    if (last?.seq == null) return 0;
    const { numDeletedRows } = await tx
      .deleteFrom('audit')
      .where('seq', '>=', head.first_seq)
      .where('seq', '<=', last.seq)
      .executeTakeFirst();
    await storeHead(tx, deps.keyring, { ...head, first_seq: last.seq + 1, before_first: last.link });
    return Number(numDeletedRows);
  });
}
