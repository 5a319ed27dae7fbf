import { RESET_MAIL } from '#content/features/accounts.ts';
import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { PASSWORD_RESET, SECOND_STEP_REFUSED } from './audit-actions.ts';
import { isClosed } from './closed-accounts.ts';
import { codeEvidence } from './codes.ts';
import { isGuarded } from './factors.ts';
import { hashToken } from './hashes.ts';
import { passwordStep } from './password-factor.ts';
import { setPassword, storePassword } from './passwords.ts';
import { type Browser, createSessionIn, endAccess, type SignedIn } from './sessions.ts';
import { undoOf } from './slots.ts';
import { lockUser } from './users.ts';

/**
 * Requests a mail with a reset link. Whether the address has an account is only looked up when the mail is written
 * (`requested-mails.ts`), so the answer cannot tell.
 */
export async function requestReset(
  deps: Pick<Deps, 'db' | 'clock' | 'newId'>,
  { email }: { email: string },
): Promise<void> {
  await requestMail(deps.db, { id: deps.newId(), mail: RESET_MAIL, to: email }, deps.clock());
}

export type ResetResult =
  /**
   * `signedIn`: of the browser that did it. The link and, where the account is guarded, the code are enough for that.
   */
  | { readonly kind: 'changed'; readonly email: string; readonly signedIn: SignedIn }
  | { readonly kind: 'link-not-valid' }
  /** A mailbox alone does not open it. The link stays as it was. */
  | { readonly kind: 'frozen' }
  | { readonly kind: 'closed'; readonly userId: string }
  /** Nothing changed: the account is guarded, and no code came, or one that does not count. */
  | { readonly kind: 'code-needed' }
  | { readonly kind: 'wrong-code' };

/** What comes with the link. */
type Reset = {
  readonly token: string;
  readonly password: string;
  /** Of the app, or a recovery code. */
  readonly code: string | undefined;
  readonly browser: Browser;
};

/**
 * Sets the new password, ends all access to the account (docs/product.md, "Password reset") and signs this browser in. The link is a first
 * step: a guarded account needs a code as well, or a stolen mailbox would take it over. What somebody contested is taken back.
 */
export async function resetPassword(
  deps: Deps,
  { token, password, code, browser }: Reset,
): Promise<ResetResult> {
  const tokenHash = hashToken(token);
  const link = await findResetLink(deps, tokenHash);
  if (link === undefined) return { kind: 'link-not-valid' };
  const { userId, email } = link;
  const result = await storePassword(
    deps,
    { emailOf: () => email, password },
    async (tx, passwordHash): Promise<ResetResult> => {
      // Another reset has either committed, and its link is gone, or waits.
      if (!(await lockUser(tx, userId))) return { kind: 'link-not-valid' };
      if ((await findResetLink({ ...deps, db: tx }, tokenHash)) === undefined)
        return { kind: 'link-not-valid' };
      if (await isClosed(tx, userId)) return { kind: 'closed', userId };
      const undo = undoOf(deps);
      if (undo !== undefined && !(await undo.mayReset(deps, tx, userId))) return { kind: 'frozen' };
      const guarded = await isGuarded(deps, tx, userId);
      if (guarded && code === undefined) return { kind: 'code-needed' };
      if (guarded && code !== undefined && !(await codeEvidence(deps, userId, code).spend(tx)))
        return { kind: 'wrong-code' };
      await undo?.takeBack(deps, tx, userId);
      const { userAgent } = browser;
      const change = { userId, kind: 'password', detail: 'reset', userAgent } as const;
      // A reset is never refused; its links are few.
      await undo?.note(deps, tx, { ...change, beyondADay: 'told' });
      await setPassword(tx, userId, passwordHash, deps.clock());
      await endAccess(deps, tx, userId);
      await recordAction(deps, tx, { ...byOwner({ userId }), action: PASSWORD_RESET });
      const proof = { ...passwordStep(userId, passwordHash), ...(guarded && { withCode: true as const }) };
      const person = { userId, proof, remember: false, isTold: true } as const;
      const signedIn = await createSessionIn(deps, tx, person, browser);
      return { kind: 'changed', email, signedIn };
    },
  );
  if (result.kind === 'wrong-code')
    await recordAlone(deps, {
      action: SECOND_STEP_REFUSED,
      actor: 'visitor',
      subject: userId,
      detail: 'password reset',
    });
  return result;
}

/** Whose link this is, without using it up. */
export function findResetLink(
  { db, clock }: Pick<Deps, 'clock'> & { readonly db: Db | Tx },
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
