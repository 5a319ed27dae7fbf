import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { storePassword } from './address-password.ts';
import { SIGNED_UP } from './audit-actions.ts';
import { endOldestWaiting } from './confirmation-turns.ts';
import { freshRecord } from './record.ts';
import { browserColumns, SIGN_UP_SECONDS, secondsAfter } from './sign-ups.ts';

/**
 * Stores a sign-up and requests its mail; there is no account before the address is proved. Does the same work and
 * answers the same for every address (docs/product.md, "Privacy of accounts"; docs/decisions/0051).
 *
 * @param network keyed hash of where the request came from
 * @returns the token of the pending cookie
 */
export function signUp(
  deps: Deps,
  { password, ...given }: GivenToSignUp & { password: string },
): Promise<string> {
  return storePassword(deps, { emailOf: () => given.email, password }, (tx, passwordHash) =>
    storeSignUp(deps, tx, { ...given, passwordHash }),
  );
}

type GivenToSignUp = {
  readonly email: string;
  readonly network: string;
  /** The version of the notice that was shown. */
  readonly notice?: string | undefined;
  /** The age that was shown to be reached, where one is asked for. */
  readonly ageMet?: number | null;
};

/** To be called in a transaction that holds the address. */
export async function storeSignUp(
  deps: Pick<Deps, 'clock' | 'newId' | 'newToken' | 'keyring'>,
  tx: Tx,
  { email, passwordHash, network, notice = '', ageMet = null }: GivenToSignUp & { passwordHash: string },
): Promise<string> {
  const [id, browser, now] = [deps.newId(), deps.newToken(), deps.clock()];
  await endOldestWaiting(tx, email);
  const owner = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  await tx
    .insertInto('sign_ups')
    .values({
      id,
      email,
      password_hash: passwordHash,
      ...freshRecord(email, now),
      ...browserColumns(browser, now),
      attempts: 1,
      sent_at: now.toISOString(),
      taken: owner === undefined ? 0 : 1,
      expires_at: secondsAfter(now, SIGN_UP_SECONDS),
      notice,
      age_met: ageMet,
    })
    .execute();
  await requestMail(tx, { id: deps.newId(), mail: VERIFY_MAIL, to: email, userId: id, network }, now);
  await recordAction(deps, tx, {
    action: SIGNED_UP,
    actor: 'visitor',
    // An operator finds at the account what strangers did with its address.
    subject: owner?.id ?? id,
    detail: owner === undefined ? '' : 'address-taken',
  });
  return browser;
}
