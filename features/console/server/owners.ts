import { DELETED_BY_US_MAIL, OPERATOR_CHANGED_MAIL } from '#content/features/console.ts';
import { type Operators, undoOf } from '#features/accounts/server/slots.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { LAST_OWNER } from '#features/console/refusals.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { storeMail } from '#server/mail/outbox.ts';

type OwnerDeps = Pick<Deps, 'features'>;

/** The accounts that own the console. */
const findOwners = (tx: Tx) =>
  tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email', 'u.closed_at'])
    .where('s.role', '=', 'owner')
    .execute();

/**
 * Whether this account is an owner of the console, and nobody else is one who can sign in: a closed or frozen account does not count. To
 * be asked wherever a role ends or falls. Of two at once the second waits for the first; the account is locked before, and a role after,
 * so that no two wait for each other.
 */
export async function isLastOwner(deps: OwnerDeps, tx: Tx, userId: string): Promise<boolean> {
  await advisoryLock(tx, 'owners');
  const owners = await findOwners(tx);
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

/** Tells all owners of the console, in the transaction of a deletion, what was deleted and why. It names nobody: what is gone is gone. */
export const mailOwners: Operators['tellOfDeletion'] = async (deps, tx, { what, reason }) => {
  const values = { what, reason, console: `${deps.origin}${CONSOLE.system}#audit` };
  for (const { id: userId, email: to } of await findOwners(tx)) {
    const stored = { id: deps.newId(), mail: DELETED_BY_US_MAIL, to, userId, values };
    await storeMail(tx, stored, deps.mails, deps.clock());
  }
};

/** Mails the other owners what changed at an operator's account. */
export const tellOfChange: Operators['tellOfChange'] = async (deps, tx, { userId, what }) => {
  const operator = await tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.email')
    .where('s.user_id', '=', userId)
    .executeTakeFirst();
  if (operator === undefined) return;
  const values = { operator: operator.email, what, console: `${deps.origin}${CONSOLE.staff}` };
  for (const { id, email } of await findOwners(tx)) {
    if (id === userId) continue;
    const stored = { id: deps.newId(), mail: OPERATOR_CHANGED_MAIL, to: email, userId: null, values };
    await storeMail(tx, stored, deps.mails, deps.clock());
  }
};
