import { DELETED_BY_US_MAIL, OPERATOR_CHANGED_MAIL } from '#content/features/console.ts';
import type { Operators } from '#features/accounts/server/slots.ts';
import { CONSOLE } from '#features/console/contract.ts';
import type { Tx } from '#server/database/database.ts';
import { storeMail } from '#server/mail/outbox.ts';

/** The accounts that own the console. */
function findOwners(tx: Tx): Promise<{ id: string; email: string }[]> {
  return tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email'])
    .where('s.role', '=', 'owner')
    .execute();
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
