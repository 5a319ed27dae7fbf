import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { credentialRow, freshRecord, setPassword } from './accounts.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { retryLostRaces } from './lost-race.ts';
import { findLink, spendLink } from './mail-links.ts';
import { freshSalt, hashPassword } from './passwords.ts';
import { isPendingFor, type PendingVerification } from './pending-cookie.ts';
import { mailOwner } from './sign-up.ts';
import { sendVerification, type VerificationState, verificationState } from './verification-mail.ts';

export type ResendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'already-verified' }
  | { readonly kind: 'nobody' }
  | Exclude<VerificationState, { kind: 'may-send' }>;

/** The account that a pending cookie stands for, while the password it was given for is still the account's. */
async function findPendingAccount(deps: AccountsDeps, pending: PendingVerification) {
  const row = await deps.db
    .selectFrom('users as u')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.account_id', '=', 'u.id').on('a.provider_id', '=', 'credential'),
    )
    // The owner of a shadow; of any other account itself, so that both take the same work.
    .innerJoin('users as owner', (join) =>
      join.on((eb) => eb('owner.id', '=', eb.fn.coalesce('u.shadows', 'u.id'))),
    )
    .select([
      'u.id',
      'u.email',
      'u.email_verified',
      'u.verification_attempts',
      'u.verification_sent_at',
      'a.password',
      'owner.id as ownerId',
      'owner.email as ownerEmail',
    ])
    .where('u.id', '=', pending.userId)
    .executeTakeFirst();
  if (row?.password == null || !isPendingFor(deps.keyring, pending, row.password)) return undefined;
  return row;
}

/** Another verification mail, within the limits of spec §5, which live in the record. */
export async function resendVerification(
  deps: AccountsDeps,
  pending: PendingVerification,
): Promise<ResendResult> {
  const account = await findPendingAccount(deps, pending);
  if (account === undefined) return { kind: 'nobody' };
  if (account.email_verified === 1) return { kind: 'already-verified' };
  const now = deps.clock();
  const state = verificationState(account, now);
  if (state.kind !== 'may-send') return state;

  const sent = await deps.db.transaction().execute(async (tx) => {
    // Counted only if nobody else counted since it was read: of two clicks at once, one mail goes out.
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({
        verification_attempts: account.verification_attempts + 1,
        verification_sent_at: now.toISOString(),
      })
      .where('id', '=', account.id)
      .where('email_verified', '=', 0)
      .where('verification_attempts', '=', account.verification_attempts)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    if (account.ownerId !== account.id) {
      await mailOwner(deps, tx, {
        owner: { id: account.ownerId, email: account.ownerEmail },
        shadowId: account.id,
      });
    } else {
      await sendVerification(deps, tx, { userId: account.id, email: account.email, decoy: false });
    }
    return true;
  });
  if (!sent) return resendVerification(deps, pending);
  deps.wakeMail();
  return { kind: 'sent' };
}

export type ConfirmResult =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'link-not-valid' }
  /** Another browser than the one that signed up: nothing changed, the owner of the mailbox must choose a password. */
  | { readonly kind: 'password-needed' };

/**
 * Confirms an address. Only the browser that typed the account's password may keep that password; in any other the
 * person who holds the mailbox chooses one, and whatever the stranger who signed up had set is gone (decisions §3.4).
 */
export async function confirmAddress(
  deps: AccountsDeps,
  {
    token,
    password,
    pending,
  }: { token: string; password: string | undefined; pending: PendingVerification | undefined },
): Promise<ConfirmResult> {
  const link = await findLink(deps.db, 'verify', token, deps.clock());
  if (link === undefined) return { kind: 'link-not-valid' };
  const isSameBrowser =
    pending?.userId === link.userId && (await findPendingAccount(deps, pending)) !== undefined;
  if (!isSameBrowser && password === undefined) return { kind: 'password-needed' };
  const newHash = password === undefined ? undefined : await hashPassword(password, freshSalt());

  const confirm = () =>
    deps.db.transaction().execute(async (tx): Promise<ConfirmResult> => {
      if (!(await spendLink(tx, 'verify', link.userId, token))) return { kind: 'link-not-valid' };
      if (newHash === undefined) {
        await tx.updateTable('users').set({ email_verified: 1 }).where('id', '=', link.userId).execute();
        // Looked at again under the lock of that row: a sign-up with the same address may have come between.
        if (pending === undefined || !(await holdsCredential(deps, tx, pending)))
          throw new CredentialChanged();
      } else if (!(await takeOver(deps, tx, link.userId, newHash))) {
        return { kind: 'link-not-valid' };
      }
      await recordAction(deps, tx, {
        action: 'email-confirmed',
        actor: { account: link.userId },
        subject: link.userId,
      });
      return { kind: 'confirmed' };
    });
  try {
    // A sign-up and a sign-in with a provider take account and link the other way round; whoever loses tries again.
    return await retryLostRaces(confirm);
  } catch (error) {
    if (error instanceof CredentialChanged) return { kind: 'password-needed' };
    throw error;
  }
}

/** Rolls the confirmation back. */
class CredentialChanged extends Error {}

/**
 * Hands an account to whoever proved to hold its mailbox: their password, a confirmed address, no session of anybody
 * else; and where the address was not confirmed before, a fresh record, because a stranger may have written it.
 * False when the account is gone.
 */
export async function takeOver(
  deps: AccountsDeps,
  tx: Tx,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const now = deps.clock();
  const user = await tx
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_verified: 1, ...(user.email_verified === 1 ? {} : freshRecord(user.email, now)) })
    .where('id', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await setPassword(tx, credentialRow(deps.newId(), userId, passwordHash, now));
  await endRightsOfStrangers(tx, userId);
  return true;
}

/** Ends every session of the account, and what sign-ups with its address by others have left. */
export async function endRightsOfStrangers(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('users').where('shadows', '=', userId).execute();
}

/** Whether the cookie was given for the password that the account has now. */
export async function holdsCredential(
  deps: AccountsDeps,
  tx: Tx,
  pending: PendingVerification,
): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('password')
    .where('provider_id', '=', 'credential')
    .where('account_id', '=', pending.userId)
    .executeTakeFirst();
  return row?.password != null && isPendingFor(deps.keyring, pending, row.password);
}
