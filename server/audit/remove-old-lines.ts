import type { Db } from '#server/database/database.ts';
import { type AuditLine, checkLink } from './chain.ts';
import { readHead, storeHead, tryLockChain } from './head.ts';
import type { AuditDeps } from './record-action.ts';

/** So many changed lines in a row do not keep those behind them from being removed. */
const LOOKED_AT = 500;

/**
 * Removes the oldest lines, those from before a moment, and moves the beginning of the chain. Up to `limit`; more where
 * those were changed. Answers how many went: none while another process is at the chain.
 *
 * What a line says of its age counts only if its link is valid, or its secret is no longer known (then the link of the
 * line behind it shows that). A changed line waits for a valid one behind it: otherwise somebody could make lines look
 * old, and the site itself would remove what was done.
 */
export function removeOldLines(
  deps: AuditDeps & { readonly db: Db },
  before: Date,
  limit: number,
): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await tryLockChain(tx))) return 0;
    const { head, verdict } = await readHead(tx, deps);
    // The next sealing says so, and then the lines can go.
    if (verdict !== 'valid') return 0;
    const lines = await tx
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>=', head.first_seq)
      .orderBy('seq')
      .limit(LOOKED_AT)
      .execute();
    let last: AuditLine | undefined;
    let previous = head.before_first;
    for (const [index, line] of lines.entries()) {
      if (line.at >= before.toISOString() || (index >= limit && last !== undefined)) break;
      if (checkLink(deps, line, previous) !== 'invalid') last = line;
      previous = line.link;
    }
    if (last?.seq == null) return 0;
    const { numDeletedRows } = await tx
      .deleteFrom('audit')
      .where('seq', '>=', head.first_seq)
      .where('seq', '<=', last.seq)
      .executeTakeFirst();
    await storeHead(tx, deps.secret, { ...head, first_seq: last.seq + 1, before_first: last.link });
    return Number(numDeletedRows);
  });
}
