import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db } from '#server/database/database.ts';
import { type SetTimer, setUnrefTimer } from '#server/timer.ts';
import { DELETIONS } from './deletions.ts';

const EACH_MS = 1_000;
const AFTER_TROUBLE_MS = 10_000;
/** Milliseconds that a stopping process waits for a log that takes no lines. */
const STOP_WITHIN = 3_000;
const LINES_AT_ONCE = 50;

type LogDeps = { readonly db: Db; readonly log: Pick<Logger, 'info' | 'error' | 'flush'> };

/**
 * Writes audit lines that are not in the log yet to the log, oldest first, and marks them once they are written: after a
 * crash in between, or with several processes, a line is logged twice, never not at all. Returns how many it marked.
 */
export async function logNewLines({ db, log }: LogDeps): Promise<number> {
  const lines = await db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'detail', 'actor', 'subject', 'session'])
    .where('seq', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(LINES_AT_ONCE)
    .execute();
  if (lines.length === 0) return 0;
  for (const audit of lines) {
    // `operator restore --deleted-from` finds them by this name.
    const deletedIds = DELETIONS.some((action) => action === audit.action) ? [audit.detail] : undefined;
    log.info({ audit, deletedIds }, 'audit');
  }
  // Not in the transaction: on SQLite everybody would wait for a slow log.
  await promisify(log.flush).call(log);
  return db.transaction().execute(async (tx) => {
    await advisoryLock(tx, 'audit marks');
    const { lowest } = await tx
      .selectFrom('audit')
      .select((eb) => eb.fn.min('seq').as('lowest'))
      .executeTakeFirstOrThrow();
    // Versions before 2.0 that run beside this one number lines upwards.
    let seq = Math.min(lowest ?? 0, 0);
    let marked = 0;
    for (const { id } of lines) {
      seq--;
      const mark = tx.updateTable('audit').set({ seq }).where('id', '=', id).where('seq', 'is', null);
      marked += Number((await mark.executeTakeFirst()).numUpdatedRows);
    }
    return marked;
  });
}

/** Logs new audit lines each second, in any number of processes. Returns what logs the rest and stops it; never rejects. */
export function startLoggingLines(deps: LogDeps & { readonly setTimer?: SetTimer }): () => Promise<void> {
  const { log, setTimer = setUnrefTimer } = deps;
  let cancel = () => {};
  let stopped = false;

  async function round(): Promise<void> {
    let wait = EACH_MS;
    try {
      while ((await logNewLines(deps)) === LINES_AT_ONCE);
    } catch (err) {
      log.error({ err }, 'could not write audit lines to the log; trying again soon');
      wait = AFTER_TROUBLE_MS;
    }
    if (stopped) return;
    cancel = setTimer(wait, () => {
      running = round();
    });
  }

  let running = round();
  return async () => {
    stopped = true;
    cancel();
    await Promise.race([running.then(round), sleep(STOP_WITHIN, undefined, { ref: false })]);
  };
}
