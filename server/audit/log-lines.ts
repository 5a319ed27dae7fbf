import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db } from '#server/database/database.ts';
import { isHashOfId } from './deletions.ts';

const LINES_AT_ONCE = 50;

type LogDeps = { readonly db: Db; readonly log: Pick<Logger, 'info' | 'error' | 'flush'> };

/**
 * Writes audit lines that are not in the log yet to the log, oldest first, and marks them once they are written: after a
 * crash in between, or with several processes, a line is logged twice, never not at all. Returns `more` when there may be more.
 */
export async function logNewLines({ db, log }: LogDeps): Promise<'more' | 'done'> {
  const lines = await db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'detail', 'actor', 'subject', 'session'])
    .where('seq', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(LINES_AT_ONCE)
    .execute();
  if (lines.length === 0) return 'done';
  for (const audit of lines) {
    // `operator restore --deleted-from` finds them by this name.
    const deletedIds = isHashOfId(audit.detail) ? [audit.detail] : undefined;
    log.info({ audit, deletedIds }, 'audit');
  }
  // Not in the transaction: on SQLite everybody would wait for a slow log.
  await promisify(log.flush).call(log);
  await db.transaction().execute(async (tx) => {
    await advisoryLock(tx, 'audit marks');
    const { lowest } = await tx
      .selectFrom('audit')
      .select((eb) => eb.fn.min('seq').as('lowest'))
      .executeTakeFirstOrThrow();
    // Versions before 2.0 that run beside this one number lines upwards.
    let seq = Math.min(lowest ?? 0, 0);
    for (const { id } of lines) {
      seq--;
      const mark = tx.updateTable('audit').set({ seq }).where('id', '=', id).where('seq', 'is', null);
      await mark.execute();
    }
  });
  return lines.length === LINES_AT_ONCE ? 'more' : 'done';
}
