import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { requestMail } from '#server/mail/outbox.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { storePassword } from './address-password.ts';
import { takeBackContested } from './changes/decide.ts';
import { mayReset } from './changes/freeze.ts';
import { noteChange } from './changes/note-change.ts';
import { renewDevice } from './devices.ts';
import { lockUser } from './lock-user.ts';
import { setPassword } from './passwords.ts';
import { needsCode } from './second-step/codes.ts';
import { spendRecoveryCode } from './second-step/recovery-codes.ts';
import type { Browser } from './sessions.ts';
import { findSignInMethods } from './sign-in-methods.ts';
import { hashToken } from './token-hash.ts';

/**
 * Requests a mail with a reset link. Whether the address has an account is only looked up when the mail is written
 * (`requested-mails.ts`), so the answer cannot tell.
 */
export async function requestReset(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'newId'>,
  { email }: { email: string },
): Promise<void> {
  await requestMail(deps.db, { id: deps.newId(), kind: 'reset-password', to: email }, deps.clock());
}

export type ResetResult =
  /**
   * `device`: the token for the device cookie; see `devices.ts`. `maySignIn`: this browser signed in to
   * the account before, and the account asks for no more than a password.
   */
  | ({
      readonly kind: 'changed';
      readonly email: string;
      readonly device: string;
      readonly maySignIn: boolean;
    } & SetPassword)
  | { readonly kind: 'link-not-valid' }
  /** A mailbox alone does not open it. The link stays as it was. */
  | { readonly kind: 'frozen' }
  /** Nothing changed: a passkey opens the account, and no recovery code came, or one that does not count. */
  | { readonly kind: 'code-needed' }
  | { readonly kind: 'wrong-code' };

type SetPassword = { readonly userId: string; readonly passwordHash: string };

/** What comes with the link. */
type Reset = {
  readonly token: string;
  readonly password: string;
  /** A recovery code. */
  readonly code: string | undefined;
  readonly browser: Pick<Browser, 'userAgent' | 'device'>;
};

/**
 * Sets the new password, and ends every session and every other mailed link of the account (decisions §3.4 and §3.8). A
 * second step stays on, and no browser is remembered for it any more. An account with a passkey and no second step needs a
 * recovery code, or a stolen mailbox would take it over. What somebody contested is taken back.
 */
export async function resetPassword(
  deps: AccountsDeps,
  { token, password, code, browser }: Reset,
): Promise<ResetResult> {
  const tokenHash = hashToken(token);
  const link = await findResetLink(deps, tokenHash);
  if (link === undefined) return { kind: 'link-not-valid' };
  const { userId, email } = link;
  const result = await storePassword(
    deps,
    { email, password },
    async (tx, passwordHash): Promise<ResetResult> => {
      // Another reset has either committed, and its link is gone, or waits.
      if (!(await lockUser(tx, userId))) return { kind: 'link-not-valid' };
      if ((await findResetLink({ ...deps, db: tx }, tokenHash)) === undefined)
        return { kind: 'link-not-valid' };
      if (!(await mayReset(tx, userId))) return { kind: 'frozen' };
      const [hasPasskey, hasSecondStep] = [
        (await findSignInMethods(tx, userId)).includes('passkey'),
        await needsCode(deps, tx, { userId }),
      ];
      if (hasPasskey && !hasSecondStep) {
        if (code === undefined) return { kind: 'code-needed' };
        if (!(await spendRecoveryCode(tx, userId, code))) return { kind: 'wrong-code' };
        await recordAction(deps, tx, {
          ...byOwner({ userId }),
          action: 'recovery-code-used',
          detail: 'password reset',
        });
      }
      await tx.deleteFrom('reset_links').where('user_id', '=', userId).execute();
      await takeBackContested(deps, tx, userId);
      const { userAgent } = browser;
      await noteChange(deps, tx, { userId, kind: 'password', detail: 'reset', userAgent });
      await setPassword(tx, userId, passwordHash, deps.clock());
      for (const table of ['sessions', 'trusted_browsers', 'sign_in_steps', 'address_changes'] as const)
        await tx.deleteFrom(table).where('user_id', '=', userId).execute();
      await recordAction(deps, tx, { ...byOwner({ userId }), action: 'password-reset' });
      const { token: device, isNew } = await renewDevice(deps, tx, { userId, token: browser.device });
      return {
        ...{ kind: 'changed', email, device, userId, passwordHash },
        maySignIn: !isNew && !hasPasskey && !hasSecondStep,
      } as const;
    },
  );
  if (result.kind === 'wrong-code')
    await recordAlone(deps, {
      action: 'second-step-refused',
      actor: 'visitor',
      subject: userId,
      detail: 'password reset',
    });
  return result;
}

/** Whose link this is, without using it up. */
export function findResetLink(
  { db, clock }: Pick<AccountsDeps, 'clock'> & { readonly db: Db | Tx },
  tokenHash: string,
) {
  return db
    .selectFrom('reset_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id as userId', 'u.email'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.expires_at', '>', clock().toISOString())
    .executeTakeFirst();
}
