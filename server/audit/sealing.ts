import type { Logger } from 'pino';
import type { Db } from '#server/database/database.ts';
import { type SetTimer, setUnrefTimer } from '#server/timer.ts';
import { type AuditHead, checkMac, lineValues, mac } from './chain.ts';
import { DELETIONS } from './deletions.ts';
import { lockHead, storeHead } from './head.ts';
import { type AuditDeps, insertLine, newLine } from './record-action.ts';

type SealingDeps = AuditDeps & { readonly db: Db };

const EACH_MS = 1_000;
const AFTER_TROUBLE_MS = 10_000;
/** Lines in one transaction. On SQLite the process does nothing else meanwhile: 50 lines take 7 ms. */
const LINES_AT_ONCE = 50;
/** The link of a line that the site did not write. */
const NOT_OURS = 'not ours';

type SealedLines = Pick<AuditHead, 'seq' | 'link'> & {
  readonly lines: number;
  /** Hashes of the ids that these lines say were deleted. */
  readonly deletedIds: readonly string[];
};

/**
 * Gives unsealed lines their place and link, oldest first, and moves the head. `undefined` when there is nothing to
 * seal or another process is sealing.
 */
export async function sealLines(deps: SealingDeps, limit = LINES_AT_ONCE): Promise<SealedLines | undefined> {
  const unsealed = deps.db
    .selectFrom('audit')
    .selectAll()
    .where('seq', 'is', null)
    .orderBy('at')
    .orderBy('id');
  // On SQLite a transaction that writes nothing would still make others wait.
  if ((await unsealed.limit(1).executeTakeFirst()) === undefined) return undefined;
  return deps.db.transaction().execute(async (tx) => {
    const head = await lockHead(tx, deps);
    if (head === undefined) return undefined;
    const { rows: lines } = await tx.executeQuery(unsealed.limit(limit).compile());
    if (head.verdict !== 'valid') {
      // The new seal would hide it, so the chain says it first.
      const alarm = newLine(deps, { action: 'seal-not-ours', actor: 'system' });
      await insertLine(tx, alarm);
      lines.unshift(alarm);
    }
    if (lines.length === 0) return undefined;
    let { seq, link } = head;
    for (const line of lines) {
      const isOurs = checkMac(deps.keyring, line.link, lineValues(line)) === 'valid';
      seq++;
      link = isOurs ? mac(deps.keyring[0], lineValues({ ...line, seq }, link)) : NOT_OURS;
      await tx.updateTable('audit').set({ seq, link }).where('id', '=', line.id).execute();
    }
    await storeHead(tx, deps.keyring, { ...head, seq, link });
    const deletions = lines.filter(({ action }) => DELETIONS.some((deletion) => deletion === action));
    return { seq, link, lines: lines.length, deletedIds: deletions.map(({ detail }) => detail) };
  });
}

/**
 * Seals new lines each second, in any number of processes. The seal of each batch goes to the log: kept elsewhere, it
 * shows what the database alone cannot (`operator audit verify`).
 *
 * @returns stops it after sealing the rest; never rejects
 */
export function startSealing(
  deps: SealingDeps & { readonly log: Pick<Logger, 'info' | 'error'>; readonly setTimer?: SetTimer },
): () => Promise<void> {
  const { log, setTimer = setUnrefTimer } = deps;
  let cancel = () => {};
  let stopped = false;

  async function round(): Promise<void> {
    let wait = EACH_MS;
    try {
      for (let sealed = await sealLines(deps); sealed !== undefined; sealed = await sealLines(deps)) {
        const { seq, link, lines, deletedIds } = sealed;
        // A restore elsewhere deletes again what the log says was deleted (decisions §3.11).
        const deleted = deletedIds.length === 0 ? {} : { deletedIds };
        log.info({ seal: `${seq}:${link}`, lines, ...deleted }, 'sealed the audit log');
      }
    } catch (err) {
      log.error({ err }, 'could not seal the audit log; trying again soon');
      wait = AFTER_TROUBLE_MS;
    }
    if (stopped) return;
    cancel = setTimer(wait, () => {
      sealing = round();
    });
  }

  let sealing = round();
  return async () => {
    stopped = true;
    cancel();
    await sealing;
    await round();
  };
}
