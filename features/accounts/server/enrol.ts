import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { consoleAfterDelay } from './factor.ts';
import { consoleOpensFrom } from './factors.ts';
import { endOtherProofs } from './proof.ts';
import type { Session } from './sign-in-types.ts';
import { type NewChange, operatorsOf, undoOf } from './slots.ts';

/**
 * Notes that a passkey or an app is about to be enrolled, which mails the owner, and ends the proofs of the account's other
 * sessions; this one is as good as opened by the new factor. Call it in the transaction of `withProof`, before the factor is stored.
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
  const opens = await consoleOpensFrom(deps, tx, userId);
  await undoOf(deps)?.note(deps, tx, { ...change, userId, session: id });
  await endOtherProofs(tx, session);
  await tx.updateTable('sessions').set({ two_steps: 1 }).where('id', '=', id).execute();
  // What a first step began takes more from now on.
  if (opens === undefined) for (const { guardBegins } of deps.features) await guardBegins?.(tx, userId);
  if (opens !== undefined) return opens > now.toISOString() ? opens : now.toISOString();
  if (await operatorsOf(deps)?.takeInvitation(tx, session)) return now.toISOString();
  return consoleAfterDelay(now);
}
