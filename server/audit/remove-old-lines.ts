import type { Db } from '#server/database/database.ts';
import { storeHead } from './head.ts';
import { type AuditDeps, holdWholeHead } from './record-action.ts';

/**
 * Removes up to `limit` of the oldest lines, those from before a moment, and moves the beginning of the chain, so that
 * what was removed in time differs from what was stolen. Answers how many went.
 */
export async function removeOldLines(
  deps: AuditDeps & { readonly db: Db },
  before: Date,
  limit: number,
): Promise<number> {
  const unchained = await deps.db
    .deleteFrom('audit')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('audit')
        .select('id')
        .where('seq', 'is', null)
        .where('at', '<', before.toISOString())
        .limit(limit),
    )
    .executeTakeFirst();
  if (unchained.numDeletedRows > 0n) return Number(unchained.numDeletedRows);
  return removeFromChain(deps, before, limit);
}

function removeFromChain(
  deps: AuditDeps & { readonly db: Db },
  before: Date,
  limit: number,
): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const head = await holdWholeHead(deps, tx);
    const oldest = await tx
      .selectFrom('audit')
      .select(['seq', 'at', 'link'])
      .where('seq', '>=', head.first_seq)
      .orderBy('seq')
      .limit(limit)
      .execute();
    // The clocks of two processes may differ: the chain is cut at the first line that has to stay.
    const stays = oldest.findIndex(({ at }) => at >= before.toISOString());
    const last = oldest.at(stays === -1 ? -1 : stays - 1);
    if (last === undefined || last.seq === null || stays === 0) return 0;
    const { numDeletedRows } = await tx
      .deleteFrom('audit')
      .where('seq', '>=', head.first_seq)
      .where('seq', '<=', last.seq)
      .executeTakeFirst();
    await storeHead(tx, deps.secret, { ...head, first_seq: last.seq + 1, before_first: last.link });
    return Number(numDeletedRows);
  });
}
