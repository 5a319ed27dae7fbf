import { ADDRESS_TAKEN_MAIL, CONFIRM_ADDRESS_MAIL } from '#content/features/address-change.ts';
import { PAGES } from '#content/page-paths.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { withProof } from '#features/accounts/server/proof.ts';
import { LINK_SECONDS, waysIn } from '#features/accounts/server/requested-mails.ts';
import type { Session } from '#features/accounts/server/sign-in-types.ts';
import { type Confirmation, isLeftByAnother, undoOf } from '#features/accounts/server/slots.ts';
import { byOwner, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { deleteMailsOf, requestMail, writeMail } from '#server/mail/outbox.ts';
import { secondsAfter } from '#server/time.ts';
import { ADDRESS_CHANGE_REQUESTED } from './audit-actions.ts';

/**
 * Notes the address that an account wants, in place of one that it asked for before, and requests the mail to it. Whether
 * somebody has it is only looked up when the mail is written (`requested-mails.ts`), so the answer cannot tell. Tells the
 * address that the account has.
 *
 * @param network keyed hash of where the request came from
 */
export function askForAddress(
  deps: Deps,
  session: Session,
  { email, network }: { email: string; network: string },
): Promise<'asked' | 'is-yours'> {
  const now = deps.clock();
  const { id, userId } = session;
  return withProof(deps, session, async (tx) => {
    const own = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
    if (own?.email === email) return 'is-yours';
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
    return 'asked';
  });
}

/** Ends what was asked for and not confirmed, and the mail that was requested and not written. */
export async function endAddressChange(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('address_changes').where('user_id', '=', userId).execute();
  await deleteMailsOf(tx, userId, [CONFIRM_ADDRESS_MAIL.name], 'requested');
}

/** The address that the account waits to have; null for none. */
export async function findAwaitedAddress(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<string | null> {
  const change = await db
    .selectFrom('address_changes')
    .select('email')
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst();
  return change?.email ?? null;
}

/**
 * Writes the mail to an address that an account wants. For one that is taken it does the same, except that no link confirms it: whoever
 * asked finds the row of the mail in “Your data”, and it must not tell.
 */
export const writeConfirmation: Confirmation['write'] = async (deps, tx, { email, ...request }, now) => {
  const owner = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const isLeft = await isLeftByAnother(deps, tx, { userId: request.userId, email }, now);
  const isTaken = owner !== undefined || isLeft;
  const token = deps.newToken();
  const linkExpiresAt = secondsAfter(now, LINK_SECONDS.confirm);
  const { numUpdatedRows } = await tx
    .updateTable('address_changes')
    .set({ token_hash: isTaken ? null : hashToken(token), expires_at: linkExpiresAt })
    .where('user_id', '=', request.userId)
    .where('email', '=', email)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    await tx.deleteFrom('outbox').where('id', '=', request.id).execute();
    return;
  }
  const values = { link: `${deps.origin}${PAGES.authAddress}?token=${token}` };
  const written = { ...request, storedAs: CONFIRM_ADDRESS_MAIL, linkExpiresAt };
  await (isTaken
    ? writeMail(tx, { ...written, mail: ADDRESS_TAKEN_MAIL, values: waysIn(deps) }, deps.mails, now)
    : writeMail(tx, { ...written, mail: CONFIRM_ADDRESS_MAIL, values }, deps.mails, now));
};
