import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { type AuditLine, isProven, secretOfKey } from './chain.ts';
import { storeHead } from './head.ts';
import { type AuditDeps, holdWholeHead } from './record-action.ts';

/**
 * Removes up to `limit` of the oldest lines (more where those may not go alone), those from before a moment, and moves the beginning of the chain, so that
 * what was removed in time differs from what was stolen. Answers how many went.
 *
 * Lines that were damaged, or only say that they are old, wait for one behind them whose age is sure: otherwise whoever
 * may write into the database would have the site itself remove what was done, and `audit verify` would find nothing.
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

/** So many lines in a row that nobody can check keep none behind them from being removed. */
const LOOKED_AT = 500;

function removeFromChain(
  deps: AuditDeps & { readonly db: Db },
  before: Date,
  limit: number,
): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const head = await holdWholeHead(deps, tx);
    const { first_seq: first } = head;
    const old = await oldestLines(tx, first, before, limit);
    let last = await lastOfSureAge(deps.keyring, tx, old);
    if (last === undefined && old.length === limit)
      last = await lastOfSureAge(deps.keyring, tx, await oldestLines(tx, first, before, LOOKED_AT));
    if (last === undefined) return 0;
    const { numDeletedRows } = await tx
      .deleteFrom('audit')
      .where('seq', '>=', head.first_seq)
      .where('seq', '<=', last.seq)
      .executeTakeFirst();
    await storeHead(tx, deps.keyring[0], { ...head, first_seq: last.seq + 1, before_first: last.link });
    return Number(numDeletedRows);
  });
}

/** The clocks of two processes may differ: the chain is cut before the first line that has to stay. */
async function oldestLines(tx: Tx, first: number, before: Date, limit: number): Promise<AuditLine[]> {
  const lines = (await tx
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>=', first)
    .orderBy('seq')
    .limit(limit)
    .execute()) as AuditLine[];
  const stays = lines.findIndex(({ at }) => at >= before.toISOString());
  return stays === -1 ? lines : lines.slice(0, stays);
}

/** The last of these lines that the site wrote, or that is of a secret it had before: those nobody can check any more. */
async function lastOfSureAge(
  keyring: Keyring,
  tx: Tx,
  lines: readonly AuditLine[],
): Promise<AuditLine | undefined> {
  const newest = lines.at(-1);
  if (newest === undefined || isProven(keyring, newest)) return newest;
  const changes = (await tx
    .selectFrom('audit')
    .selectAll()
    // As it stands, not as a parameter: SQLite would not see that the index of these lines will do.
    .where('action', '=', sql.lit('secret-changed'))
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .execute()) as AuditLine[];
  const changedAt = changes.find((line) => isProven(keyring, line))?.seq ?? 0;
  return lines.findLast(
    (line) =>
      isProven(keyring, line) || (line.seq < changedAt && secretOfKey(keyring, line.key_id) === undefined),
  );
}
