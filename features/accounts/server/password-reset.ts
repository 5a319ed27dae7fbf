import { LINK_NOT_VALID, RESET_CODE_NEEDED, SECOND_STEP_REFUSED } from '#features/accounts/refusals.ts';
import { byOwner, recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { SECOND_STEP_REFUSED as CODE_REFUSED, PASSWORD_RESET } from './audit-actions.ts';
import { refuseClosed, refuseFrozen } from './closed-accounts.ts';
import { spendCode } from './codes.ts';
import { isGuarded } from './factors.ts';
import { hashToken } from './hashes.ts';
import { passwordEvidence } from './password-factor.ts';
import { setPassword, storePassword } from './passwords.ts';
import { type Browser, createSessionIn, endAccess, type SignedIn } from './sessions.ts';
import { undoOf } from './slots.ts';
import { lockUser } from './users.ts';

type Reset = {
  readonly token: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly browser: Browser;
};

/**
 * Sets a new password, ends all access (docs/product.md, "Password reset") and undoes contested changes. If the account has a
 * second factor, a code is needed too, because a stolen mailbox would otherwise be enough. A refusal does not use up the link.
 */
export async function resetPassword(
  deps: Deps,
  { token, password, code, browser }: Reset,
): Promise<{
  readonly email: string;
  readonly signedIn: SignedIn;
  /** Undefined if no recovery code was used. */
  readonly recoveryCodesLeft: number | undefined;
}> {
  const { userId, email } = (await findResetLink(deps, token)) ?? refuse(LINK_NOT_VALID);
  const done = await storePassword(deps, { emailOf: () => email, password }, async (tx, passwordHash) => {
    // Locks the account first: a concurrent reset with this link has either committed before and used up the link, or it waits.
    if (!(await lockUser(tx, userId))) refuse(LINK_NOT_VALID);
    if ((await findResetLink({ ...deps, db: tx }, token)) === undefined) refuse(LINK_NOT_VALID);
    await refuseClosed(tx, userId);
    const undo = undoOf(deps);
    // For some frozen accounts, access to the mailbox is not enough to reset the password.
    if ((await undo?.mayReset(deps, tx, userId)) === false) refuseFrozen();
    const guarded = await isGuarded(deps, tx, userId);
    const spent = guarded
      ? await spendCode(deps, tx, userId, code ?? refuse(RESET_CODE_NEEDED))
      : { recoveryCodesLeft: undefined };
    if (spent === undefined) return undefined;
    await undo?.takeBack(deps, tx, userId);
    const { userAgent } = browser;
    const change = { userId, kind: 'password', detail: 'reset', userAgent } as const;
    // Reset links have their own limit, so the daily limit of changes does not block this reset.
    await undo?.note(deps, tx, { ...change, overDailyLimit: 'mail' });
    await setPassword(tx, userId, passwordHash, deps.clock());
    await endAccess(deps, tx, userId);
    await recordAction(deps, tx, { ...byOwner({ userId }), action: PASSWORD_RESET });
    const person = { userId, proof: passwordEvidence(userId, passwordHash), remember: false };
    const how = { withCode: guarded, isOwnerMailed: true } as const;
    return { signedIn: await createSessionIn(deps, tx, person, browser, how), ...spent };
  });
  if (done !== undefined) return { email, ...done };
  const by = { actor: 'visitor', subject: userId } as const;
  await recordAlone(deps, { ...by, action: CODE_REFUSED, detail: 'password reset' });
  return refuse(SECOND_STEP_REFUSED);
}

/** Finds the account of a reset link. The link is not used up. */
export function findResetLink({ db, clock }: Deps, token: string) {
  return db
    .selectFrom('reset_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id as userId', 'u.email'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.expires_at', '>', clock().toISOString())
    .executeTakeFirst();
}
