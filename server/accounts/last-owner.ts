import type { Tx } from '#server/database/database.ts';
import { refuse } from '#server/http/refusal.ts';

/**
 * Locks the owners of the console, and says whether this account is the only one. Every way that a role ends or falls asks here: a
 * lower role, a removal, a join link for less, a closing and a deletion, by whomever.
 */
export async function isLastOwner(tx: Tx, userId: string): Promise<boolean> {
  const owners = await tx
    .updateTable('staff')
    .set({ role: 'owner' })
    .where('role', '=', 'owner')
    .returning('user_id')
    .execute();
  return owners.length === 1 && owners[0]?.user_id === userId;
}

/** Refuses what would leave the console without an owner: nobody could give roles any more. */
export async function refuseLastOwner(tx: Tx, userId: string): Promise<void> {
  if (await isLastOwner(tx, userId)) refuse('LAST_OWNER');
}
