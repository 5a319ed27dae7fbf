import { RESET_MAIL } from '#content/features/accounts.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { lockAddresses } from '#features/accounts/server/passwords.ts';
import { voidSignUps } from '#features/accounts/server/sign-ups.ts';
import { isLeftByAnother, undoOf } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError, retryOnConflict } from '#server/database/errors.ts';
import type { Deps } from '#server/feature.ts';
import { deleteMailsOf } from '#server/mail/outbox.ts';
import { ADDRESS_CHANGED } from './audit-actions.ts';

/** Whose change a mailed link confirms, from which address to which. */
type AddressChange = { readonly userId: string; readonly former: string; readonly email: string };

type Link = { readonly tokenHash: string; readonly userAgent: string | undefined };

export type ConfirmAddressResult =
  | { readonly kind: 'changed'; readonly email: string }
  | { readonly kind: 'link-not-valid' };

/**
 * Gives an account the address that it asked for last (docs/decisions/0070-changing-the-address.md). Whoever has the link reads
 * that mailbox, in whichever browser. The password stays, with its salt, and so do sessions, providers and passkeys.
 */
export async function confirmAddress(
  deps: Deps,
  { token, userAgent }: { token: string; userAgent: string | undefined },
): Promise<ConfirmAddressResult> {
  const result = await retryOnConflict(() => tryConfirm(deps, { tokenHash: hashToken(token), userAgent }));
  if (result.kind === 'changed') deps.wakeMail();
  return result;
}

/** What a link would change; undefined when it no longer works, or somebody has the address meanwhile. */
export function findAddressChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tokenHash: string,
): Promise<AddressChange | undefined> {
  return db
    .selectFrom('address_changes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id as userId', 'u.email as former', 'c.email'])
    .where('c.token_hash', '=', tokenHash)
    .where('c.expires_at', '>', clock().toISOString())
    .where('u.closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').whereRef('users.email', '=', 'c.email'))),
    )
    .executeTakeFirst();
}

async function tryConfirm(deps: Deps, link: Link): Promise<ConfirmAddressResult> {
  const change = await findAddressChange(deps, link.tokenHash);
  if (change === undefined || (await isLeftByAnother(deps, deps.db, change, deps.clock())))
    return { kind: 'link-not-valid' };
  await deps.db.transaction().execute((tx) => changeAddress(deps, tx, { ...change, ...link }));
  return { kind: 'changed', email: change.email };
}

/** Throws a conflict when something of what was found has changed meanwhile, or another takes the address at this moment. */
async function changeAddress(
  deps: Deps,
  tx: Tx,
  { userId, former, email, tokenHash, userAgent }: AddressChange & Link,
): Promise<void> {
  // So that no sign-up and no provider is joined to an address while it changes hands.
  await lockAddresses(tx, [former, email]);
  if (!(await lockUser(tx, userId))) throw new ConflictError();
  const used = await tx
    .deleteFrom('address_changes')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (used.numDeletedRows !== 1n) throw new ConflictError();
  // Without it the former address would be free, and the change could not be undone.
  await undoOf(deps)?.note(deps, tx, { userId, kind: 'address', detail: '', userAgent, beyondADay: 'told' });
  const changed = await tx
    .updateTable('users')
    .set({ email, updated_at: deps.clock().toISOString() })
    .where('id', '=', userId)
    .where('email', '=', former)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows !== 1n) throw new ConflictError();
  if (await isLeftByAnother(deps, tx, { userId, email }, deps.clock())) throw new ConflictError();
  await voidSignUps(tx, email);
  await tx.deleteFrom('reset_links').where('user_id', '=', userId).execute();
  await deleteMailsOf(tx, userId, [RESET_MAIL.name], 'waiting');
  await recordAction(deps, tx, { ...byOwner({ userId }), action: ADDRESS_CHANGED });
}
