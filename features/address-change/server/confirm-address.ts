import { RESET_MAIL } from '#content/features/accounts.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { lockAddresses } from '#features/accounts/server/passwords.ts';
import { voidSignUps } from '#features/accounts/server/sign-ups.ts';
import { isLeftByAnother, undoOf } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError, retryOnConflict } from '#server/database/errors.ts';
import { deleteRows, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { deleteMailsOf } from '#server/mail/outbox.ts';
import { ADDRESS_CHANGED } from './audit-actions.ts';

/** Whose change a mailed link confirms, from which address to which. */
type AddressChange = { readonly userId: string; readonly former: string; readonly email: string };

type Link = { readonly token: string; readonly userAgent: string | undefined };

/**
 * Gives an account the address that it asked for last (docs/decisions/0070-changing-the-address.md). Whoever has the link reads
 * that mailbox, in whichever browser. The password stays, with its salt, and so do sessions, providers and passkeys. Answers the
 * address; refuses with LINK_NOT_VALID.
 */
export async function confirmAddress(deps: Deps, link: Link): Promise<string> {
  const email = await retryOnConflict(() => tryConfirm(deps, link));
  deps.wakeMail();
  return email;
}

/** What a link would change; undefined when it no longer works, or somebody has the address meanwhile. */
export function findAddressChange({ db, clock }: Deps, token: string): Promise<AddressChange | undefined> {
  return db
    .selectFrom('address_changes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id as userId', 'u.email as former', 'c.email'])
    .where('c.token_hash', '=', hashToken(token))
    .where('c.expires_at', '>', clock().toISOString())
    .where('u.closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').whereRef('users.email', '=', 'c.email'))),
    )
    .executeTakeFirst();
}

async function tryConfirm(deps: Deps, link: Link): Promise<string> {
  const change = (await findAddressChange(deps, link.token)) ?? refuse(LINK_NOT_VALID);
  if (await isLeftByAnother(deps, deps.db, change, deps.clock())) refuse(LINK_NOT_VALID);
  await deps.db.transaction().execute((tx) => changeAddress(deps, tx, { ...change, ...link }));
  return change.email;
}

/** Throws a conflict when something of what was found has changed meanwhile, or another takes the address at this moment. */
async function changeAddress(
  deps: Deps,
  tx: Tx,
  { userId, former, email, token, userAgent }: AddressChange & Link,
): Promise<void> {
  // So that no sign-up and no provider is joined to an address while it changes hands.
  await lockAddresses(tx, [former, email]);
  if (!(await lockUser(tx, userId))) throw new ConflictError();
  const used = await deleteRows(tx, 'address_changes', { user_id: userId, token_hash: hashToken(token) });
  if (used !== 1) throw new ConflictError();
  // Without it the former address would be free, and the change could not be undone.
  await undoOf(deps)?.note(deps, tx, { userId, kind: 'address', detail: '', userAgent, beyondADay: 'told' });
  const unchanged = { id: userId, email: former, closed_at: null };
  const changed = await updateRows(tx, 'users', unchanged, { email, updated_at: deps.clock().toISOString() });
  if (changed !== 1) throw new ConflictError();
  if (await isLeftByAnother(deps, tx, { userId, email }, deps.clock())) throw new ConflictError();
  await voidSignUps(tx, email);
  await deleteRows(tx, 'reset_links', { user_id: userId });
  await deleteMailsOf(tx, userId, [RESET_MAIL.name], 'waiting');
  await recordAction(deps, tx, { ...byOwner({ userId }), action: ADDRESS_CHANGED });
}
