import { RESET_MAIL } from '#content/features/accounts.ts';
import { ADDRESS_TAKEN_MAIL, CONFIRM_ADDRESS_MAIL } from '#content/features/address-change.ts';
import { PAGES } from '#content/page-paths.ts';
import { FIELDS_NOT_VALID, SCHEMA_ERRORS } from '#contract/errors.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { lockAddresses } from '#features/accounts/server/passwords.ts';
import { requireSessionIn, withProof } from '#features/accounts/server/proof.ts';
import { LINK_MS, newLink, signInLinks } from '#features/accounts/server/requested-mails.ts';
import type { Session } from '#features/accounts/server/sessions.ts';
import { voidSignUps } from '#features/accounts/server/sign-ups.ts';
import { type Confirmation, isLeftByAnother, undoOf } from '#features/accounts/server/slots.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { ConflictError, retryTransaction } from '#server/database/errors.ts';
import { deleteRows, findRow, hasRow, updateRows } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { requestMail, writeMail } from '#server/mail/outbox.ts';
import { timeAfter } from '#server/time.ts';
import { ADDRESS_CHANGE_CANCELLED, ADDRESS_CHANGE_REQUESTED, ADDRESS_CHANGED } from './audit-actions.ts';

/**
 * Stores the requested address in place of an earlier request. Checks whether the address is taken only when the mail is written,
 * so the answer reveals nothing. Also mails the present address. Refuses a request for the present address.
 * @param network keyed hash of the caller's network
 */
export function requestAddressChange(
  deps: Deps,
  session: Session,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const now = deps.clock();
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    const own = await findRow(tx, 'users', ['email'], { id: userId });
    if (own?.email === email)
      refuse(FIELDS_NOT_VALID, { fields: [{ field: 'email', message: SCHEMA_ERRORS.ADDRESS_IS_YOURS }] });
    const change = { email, token_hash: null, expires_at: timeAfter(now, LINK_MS.confirm) };
    await tx
      .insertInto('address_changes')
      .values({ user_id: userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute();
    await dropRequests(tx, userId);
    await requestMail(deps, tx, { mail: CONFIRM_ADDRESS_MAIL, to: email, userId, network });
    // The present address is mailed now, so that its owner can stop the change. It is mailed again when the address has changed.
    const wish = { userId, kind: 'address', detail: 'asked', session: id } as const;
    await undoOf(deps)?.note(deps, tx, { ...wish, overDailyLimit: 'no-mail' });
    await recordAction(deps, tx, { ...byOwner(session), action: ADDRESS_CHANGE_REQUESTED });
  });
}

/**
 * Ends the requested change, so that its mailed link no longer works. Needs no proof, because the address stays as it is.
 * @returns the present address if there was no change to end: the mailed link may have just changed the address
 */
export function cancelAddressChange(deps: Deps, session: Session): Promise<string | undefined> {
  const { userId } = session;
  return retryTransaction(deps.db, async (tx) => {
    await requireSessionIn(deps, tx, session);
    if (!(await hasRow(tx, 'address_changes', { user_id: userId })))
      return (await findRow(tx, 'users', ['email'], { id: userId }))?.email;
    await endAddressChange(tx, userId);
    await recordAction(deps, tx, { ...byOwner(session), action: ADDRESS_CHANGE_CANCELLED });
    return undefined;
  });
}

export async function endAddressChange(tx: Tx, userId: string): Promise<void> {
  await deleteRows(tx, 'address_changes', { user_id: userId });
  await dropRequests(tx, userId);
}

const dropRequests = (tx: Tx, userId: string) =>
  deleteRows(tx, 'outbox', { user_id: userId, kind: CONFIRM_ADDRESS_MAIL.name, state: 'requested' });

/** The requested address of an account; null without a valid request. */
export async function findRequestedAddress({ db, clock }: Deps, userId: string): Promise<string | null> {
  const change = await findRow(db, 'address_changes', ['email', 'expires_at'], { user_id: userId });
  return change !== undefined && change.expires_at > clock().toISOString() ? change.email : null;
}

/**
 * “Your data” shows the requester the kind of each mail, but must not reveal that an address is taken. So the mail to a taken
 * address is stored with the kind of the mail to a free one. Only the mail to a free address has a link that confirms the change.
 */
export const writeAddressMail: Confirmation['write'] = async (deps, tx, { email, ...request }, now) => {
  const isOwned = await hasRow(tx, 'users', { email });
  const isTaken = (await isLeftByAnother(deps, tx, { userId: request.userId, email }, now)) || isOwned;
  const { link, tokenHash, expiresAt } = newLink(deps, PAGES.authAddress, LINK_MS.confirm);
  const { numUpdatedRows } = await tx
    .updateTable('address_changes')
    .set({ token_hash: isTaken ? null : tokenHash, expires_at: expiresAt })
    .where('user_id', '=', request.userId)
    .where('email', '=', email)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    await deleteRows(tx, 'outbox', { id: request.id });
    return;
  }
  const written = { ...request, storedAs: CONFIRM_ADDRESS_MAIL, linkExpiresAt: expiresAt };
  await (isTaken
    ? writeMail(deps, tx, { ...written, mail: ADDRESS_TAKEN_MAIL, values: signInLinks(deps) })
    : writeMail(deps, tx, { ...written, mail: CONFIRM_ADDRESS_MAIL, values: { link } }));
};

/**
 * Changes the address. The link works in any browser, because it proves access to the mailbox. Password, sessions, providers and
 * passkeys stay. Refuses with LINK_NOT_VALID (docs/decisions/0070-changing-the-address-of-an-account.md).
 */
export async function confirmAddressChange(
  deps: Deps,
  { token, userAgent }: { token: string; userAgent: string | undefined },
): Promise<string> {
  const now = deps.clock();
  const changed = await retryTransaction(deps.db, async (tx) => {
    const change = (await findAddressChange({ ...deps, db: tx }, token)) ?? refuse(LINK_NOT_VALID);
    if (await isLeftByAnother(deps, tx, change, now)) refuse(LINK_NOT_VALID);
    const { userId, former, email } = change;
    // The lock keeps sign-ups and provider sign-ins from using the former or the new address during the change.
    await lockAddresses(tx, [former, email]);
    if (!(await lockUser(tx, userId))) throw new ConflictError();
    const used = await deleteRows(tx, 'address_changes', { user_id: userId, token_hash: hashToken(token) });
    if (used !== 1) throw new ConflictError();
    // This record also reserves the former address for the account, so that the change of address can be undone.
    const move = { userId, kind: 'address', detail: '', userAgent } as const;
    await undoOf(deps)?.note(deps, tx, { ...move, overDailyLimit: 'mail' });
    const unchanged = { id: userId, email: former, closed_at: null };
    const moved = await updateRows(tx, 'users', unchanged, { email, updated_at: now.toISOString() });
    if (moved !== 1 || (await isLeftByAnother(deps, tx, change, now))) throw new ConflictError();
    await voidSignUps(tx, email);
    await deleteRows(tx, 'reset_links', { user_id: userId });
    await deleteRows(tx, 'outbox', { user_id: userId, kind: RESET_MAIL.name, state: 'waiting' });
    await recordAction(deps, tx, { ...byOwner({ userId }), action: ADDRESS_CHANGED });
    return email;
  });
  deps.wakeMail();
  return changed;
}

/**
 * Finds the address change that a link confirms; undefined if the link is no longer valid or another account has the
 * address.
 */
export function findAddressChange({ db, clock }: Deps, token: string) {
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
