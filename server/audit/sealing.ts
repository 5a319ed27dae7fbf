import type { Logger } from 'pino';
import type { Db } from '#server/database/database.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import { type SetTimer, setUnrefTimer } from '#server/timer.ts';
import { type AuditHead, checkSignature, linkOf } from './chain.ts';
import { readHead, storeHead, tryLockChain } from './head.ts';
import { type AuditDeps, insertLine, newLine } from './record-action.ts';

type SealingDeps = AuditDeps & { readonly db: Db };

const EACH_MS = 1_000;
const AFTER_TROUBLE_MS = 10_000;
/** Lines in one transaction: on SQLite nobody else can write meanwhile. */
const LINES_AT_ONCE = 200;
/** Stands for the link of a line that the site did not write. */
const NOT_OURS = 'not ours';

/**
 * Gives the lines without a place their place and link, the oldest first, and moves the head. `undefined` when there are
 * none, or another process is at it.
 */
export async function sealLines(
  deps: SealingDeps,
  limit = LINES_AT_ONCE,
): Promise<(Pick<AuditHead, 'seq' | 'link'> & { readonly lines: number }) | undefined> {
  const { db, secret } = deps;
  const anyUnsealed = db.selectFrom('audit').select('id').where('seq', 'is', null).limit(1);
  // On SQLite a transaction that writes nothing would still take the turn of others.
  if ((await anyUnsealed.executeTakeFirst()) === undefined) return undefined;
  return db.transaction().execute(async (tx) => {
    if (!(await tryLockChain(tx))) return undefined;
    const { head, verdict } = await readHead(tx, deps);
    const lines = await tx
      .selectFrom('audit')
      .selectAll()
      .where('seq', 'is', null)
      .orderBy('at')
      .orderBy('id')
      .limit(limit)
      .execute();
    if (verdict !== 'valid') {
      // The new seal would hide it: so the chain says it first.
      const alarm = newLine(deps, { action: 'seal-not-ours', actor: 'system' });
      await insertLine(tx, alarm);
      lines.unshift(alarm);
    }
    if (lines.length === 0) return undefined;
    const newest = await tx
      .selectFrom('audit')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirst();
    // A line that somebody put behind the end has taken a place.
    let seq = Math.max(head.seq, Number(newest?.seq ?? 0));
    let { link } = head;
    for (const line of lines) {
      seq++;
      link = checkSignature(deps, line) === 'valid' ? linkOf(secret, { ...line, seq }, link) : NOT_OURS;
      await setPlace(tx, { id: line.id, seq, link });
    }
    await storeHead(tx, secret, { ...head, seq, link });
    return { seq, link, lines: lines.length };
  });
}

const setPlace = prepareQuery((db, value: Values<{ id: string; seq: number; link: string }>) =>
  db
    .updateTable('audit')
    .set({ seq: value('seq'), link: value('link') })
    .where('id', '=', value('id')),
);

/**
 * Seals new lines each second, in any number of processes. Each batch leaves its seal in the log: kept elsewhere, it
 * shows what no check of the database alone can (`operator audit verify`). Trouble is logged, and tried again.
 *
 * @returns ends it, when all that was written is sealed; never rejects
 */
export function startSealing(
  deps: SealingDeps & { readonly log: Pick<Logger, 'info' | 'error'>; readonly setTimer?: SetTimer },
): () => Promise<void> {
  const { log, setTimer = setUnrefTimer } = deps;
  let stopped = false;
  let cancel = () => {};

  async function sealAll(): Promise<number> {
    try {
      for (;;) {
        const sealed = await sealLines(deps);
        if (sealed === undefined) return EACH_MS;
        const { seq, link, lines } = sealed;
        log.info({ seal: `${seq}:${link}`, lines }, 'sealed the audit log');
      }
    } catch (err) {
      log.error({ err }, 'could not seal the audit log; trying again soon');
      return AFTER_TROUBLE_MS;
    }
  }

  async function round(): Promise<void> {
    const wait = await sealAll();
    if (!stopped)
      cancel = setTimer(wait, () => {
        sealing = round();
      });
  }

  let sealing = round();
  return async () => {
    stopped = true;
    cancel();
    await sealing;
    await sealAll();
  };
}
