import { ADDRESS_TAKEN_MAIL, CONFIRM_ADDRESS_MAIL } from '#content/features/address-change.ts';
import { PAGES } from '#content/page-paths.ts';
import { LINK_SECONDS, waysIn } from '#features/accounts/server/requested-mails.ts';
import { secondsAfter } from '#features/accounts/server/sign-ups.ts';
import { type Confirmation, isLeftByAnother } from '#features/accounts/server/slots.ts';
import { hashToken } from '#features/accounts/server/token-hash.ts';
import { writeMail } from '#server/mail/outbox.ts';

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
