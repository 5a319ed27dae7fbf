import { undoOf } from '#features/accounts/server/slots.ts';
import { LAST_OWNER } from '#features/console/refusals.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';

type OwnerDeps = Pick<Deps, 'features'>;

/**
 * Whether this account is an owner of the console, and nobody else is one who can sign in: a closed or frozen account does not count. To
 * be asked wherever a role ends or falls. Of two at once the second waits for the first; the account is locked before, and a role after,
 * so that no two wait for each other.
 */
export async function isLastOwner(deps: OwnerDeps, tx: Tx, userId: string): Promise<boolean> {
  await advisoryLock(tx, 'owners');
  const owners = await tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.closed_at'])
    .where('s.role', '=', 'owner')
    .execute();
  if (!owners.some(({ id }) => id === userId)) return false;
  for (const { id, closed_at } of owners) {
    if (id === userId || closed_at !== null) continue;
    if ((await undoOf(deps)?.isFrozen(tx, id)) !== true) return false;
  }
  return true;
}

/** Refuses what would leave the console without an owner: nobody could give roles any more. */
export async function refuseLastOwner(deps: OwnerDeps, tx: Tx, userId: string): Promise<void> {
  if (await isLastOwner(deps, tx, userId)) refuse(LAST_OWNER);
}
