import { CONSOLE } from '#features/console/contract.ts';
import type { Tx } from '#server/database/database.ts';
import { storeMail } from './outbox.ts';
import type { MailTemplates } from './templates.ts';

type OwnerMailDeps = {
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly mails: MailTemplates;
  readonly origin: string;
};

/** The accounts that own the console. */
export function findOwners(tx: Tx): Promise<{ id: string; email: string }[]> {
  return tx
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email'])
    .where('s.role', '=', 'owner')
    .execute();
}

/** Tells all owners of the console, in the transaction of a deletion, what was deleted and why. It names nobody: what is gone is gone. */
export async function mailOwners(
  { clock, newId, mails, origin }: OwnerMailDeps,
  tx: Tx,
  { what, reason }: { readonly what: string; readonly reason: string },
): Promise<void> {
  const values = { what, reason, console: `${origin}${CONSOLE.system}#audit` };
  for (const { id: userId, email: to } of await findOwners(tx))
    await storeMail(tx, { id: newId(), kind: 'deleted-by-us', to, userId, values }, mails, clock());
}
