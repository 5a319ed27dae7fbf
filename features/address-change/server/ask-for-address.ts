import { ADDRESS_TAKEN_MAIL, CONFIRM_ADDRESS_MAIL } from '#content/features/address-change.ts';
import { PAGES } from '#content/page-paths.ts';
import { FIELDS_NOT_VALID, SCHEMA_ERRORS } from '#contract/errors.ts';
import { LINK_SECONDS, newLink, signInLinks } from '#features/accounts/server/mailed-links.ts';
import { withProof } from '#features/accounts/server/proof.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { type Confirmation, isLeftByAnother, undoOf } from '#features/accounts/server/slots.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { deleteRows, findRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { deleteMailsOf, requestMail, writeMail } from '#server/mail/outbox.ts';
import { secondsAfter } from '#server/time.ts';
import { ADDRESS_CHANGE_REQUESTED } from './audit-actions.ts';

/**
 * Notes the address that an account wants, in place of one that it asked for before, and requests the mail to it. Whether
 * somebody has it is only looked up when the mail is written (`requested-mails.ts`), so the answer cannot tell. Tells the
 * address that the account has. Refuses that one.
 *
 * @param network keyed hash of where the request came from
 */
export function askForAddress(
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
    const change = { email, token_hash: null, expires_at: secondsAfter(now, LINK_SECONDS.confirm) };
    await tx
      .insertInto('address_changes')
      .values({ user_id: userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute();
    await deleteMailsOf(tx, userId, [CONFIRM_ADDRESS_MAIL.name], 'requested');
    const requested = { id: deps.newId(), mail: CONFIRM_ADDRESS_MAIL, to: email, userId, network };
    await requestMail(tx, requested, now);
    // The address that the account has hears of it at once, and can stop it. It hears of the change in any case.
    const wish = { userId, kind: 'address', detail: 'asked', session: id } as const;
    await undoOf(deps)?.note(deps, tx, { ...wish, beyondADay: 'untold' });
    await recordAction(deps, tx, { ...byOwner(session), action: ADDRESS_CHANGE_REQUESTED });
  });
}

/** Ends what was asked for and not confirmed, and the mail that was requested and not written. */
export async function endAddressChange(tx: Tx, userId: string): Promise<void> {
  await deleteRows(tx, 'address_changes', { user_id: userId });
  await deleteMailsOf(tx, userId, [CONFIRM_ADDRESS_MAIL.name], 'requested');
}

/** The address that the account waits to have; null for none. */
export async function findAwaitedAddress({ db, clock }: Deps, userId: string): Promise<string | null> {
  const change = await findRow(db, 'address_changes', ['email', 'expires_at'], { user_id: userId });
  return change !== undefined && change.expires_at > clock().toISOString() ? change.email : null;
}

/**
 * Writes the mail to an address that an account wants. For one that is taken it does the same, except that no link confirms it: whoever
 * asked finds the row of the mail in “Your data”, and it must not tell.
 */
export const writeConfirmation: Confirmation['write'] = async (deps, tx, { email, ...request }, now) => {
  const owner = await findRow(tx, 'users', ['id'], { email });
  const isLeft = await isLeftByAnother(deps, tx, { userId: request.userId, email }, now);
  const isTaken = owner !== undefined || isLeft;
  const { link, tokenHash, expiresAt } = newLink(deps, PAGES.authAddress, LINK_SECONDS.confirm);
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
    ? writeMail(tx, { ...written, mail: ADDRESS_TAKEN_MAIL, values: signInLinks(deps) }, deps.mails, now)
    : writeMail(tx, { ...written, mail: CONFIRM_ADDRESS_MAIL, values: { link } }, deps.mails, now));
};
