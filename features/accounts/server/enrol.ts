import { type NewChange, noteChange } from '#features/undo-changes/server/note-change.ts';
import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { consoleAfterDelay } from './factor.ts';
import { consoleOpensFrom } from './factors.ts';
import { endOtherProofs } from './proof.ts';
import type { Session } from './sessions.ts';

/**
 * Notes that a passkey or an app is about to be enrolled, which mails the owner, and ends the proofs of the account's other
 * sessions. Call it in the transaction of `withProof`, before the factor is stored.
 *
 * @returns from when on the new factor opens the console: at once where a factor that does enrolled it (a guarded account takes
 *    strong proof only), or as the first factor of the session that used an invitation; else a day later, as the owner was mailed
 *    and may contest it
 */
export async function enrol(
  deps: Deps,
  tx: Tx,
  session: Session,
  change: Pick<NewChange, 'kind' | 'detail'>,
): Promise<string> {
  const { id, userId } = session;
  const now = deps.clock();
  const opens = await consoleOpensFrom(tx, userId);
  await noteChange(deps, tx, { ...change, userId, session: id });
  await endOtherProofs(tx, session);
  if (opens !== undefined) return opens > now.toISOString() ? opens : now.toISOString();
  const { numUpdatedRows: invited } = await tx
    .updateTable('staff')
    .set({ enrols_in: null })
    .where('user_id', '=', userId)
    .where('enrols_in', '=', id)
    .executeTakeFirst();
  if (invited === 1n) return now.toISOString();
  return consoleAfterDelay(now);
}
