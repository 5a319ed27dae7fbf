import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/database.ts';
import { refuse } from '#server/http/refusal.ts';

/**
 * Whether this account is an owner of the console, and no other open account is. Every way that a role ends or falls asks here: a
 * lower role, a removal, a join link for less, a closing and a deletion, by whomever. Of two at once the second waits for the first;
 * the account is locked before, and a role after, so that no two wait for each other.
 */
export async function isLastOwner(tx: Tx, userId: string): Promise<boolean> {
  await advisoryLock(tx, 'owners');
  const owners = await tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.closed_at'])
    .where('s.role', '=', 'owner')
    .execute();
  return (
    owners.some(({ id }) => id === userId) &&
    !owners.some(({ id, closed_at }) => id !== userId && closed_at === null)
  );
}

/** Refuses what would leave the console without an owner: nobody could give roles any more. */
export async function refuseLastOwner(tx: Tx, userId: string): Promise<void> {
  if (await isLastOwner(tx, userId)) refuse('LAST_OWNER');
}
