import { VERIFY_MAIL } from '#content/features/accounts.ts';
import { VERIFICATION } from '#contract/limits.ts';
import type { PendingAnswer } from '#features/accounts/bodies.ts';
import { type AuditActor, recordAction } from '#server/audit/record-action.ts';
import type { Deps } from '#server/feature.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { CONFIRMATION_RESENT } from './audit-actions.ts';
import { areConfirmationsUsedUp } from './confirmation-turns.ts';
import { findSignUpOf, type SignUp } from './sign-ups.ts';

const MINUTE = 60_000;

/** Whether another confirmation mail may be asked for now (docs/product.md, "Resending"). */
type ResendState =
  | { readonly kind: 'may-send' }
  | { readonly kind: 'exhausted' }
  /** `minutes`: 5 minus the whole minutes elapsed, at least 1. `seconds`: until it may be sent, rounded up. */
  | { readonly kind: 'too-soon'; readonly minutes: number; readonly seconds: number };

export function resendState(
  { attempts, sent_at }: { attempts: number; sent_at: string },
  now: Date,
): ResendState {
  if (attempts >= VERIFICATION.maxAttempts) return { kind: 'exhausted' };
  const elapsed = Math.max(0, now.getTime() - Date.parse(sent_at));
  const wait = VERIFICATION.minutesBetween * MINUTE;
  if (elapsed >= wait) return { kind: 'may-send' };
  const minutes = Math.max(1, VERIFICATION.minutesBetween - Math.floor(elapsed / MINUTE));
  return { kind: 'too-soon', minutes, seconds: Math.ceil((wait - elapsed) / 1_000) };
}

/** The sign-up of this browser, for its "check your inbox" screen; null for none and for one that it has confirmed. */
export async function pendingSignUp(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: string,
): Promise<PendingAnswer['data']> {
  const now = clock();
  const signUp = await findSignUpOf(db, browser, now);
  if (signUp === undefined || signUp.confirmed_at !== null) return null;
  const state = resendState(signUp, now);
  const seconds = {
    'may-send': 0,
    exhausted: null,
    'too-soon': state.kind === 'too-soon' ? state.seconds : 0,
  };
  return { email: signUp.email, secondsToResend: seconds[state.kind] };
}

export type ResendResult =
  | { readonly kind: 'sent' | 'already-verified' | 'nobody' | 'used-up' }
  | Exclude<ResendState, { kind: 'may-send' }>;

/**
 * Requests another mail for the sign-up of this browser, within the limits (docs/product.md, "Resending"). Reads only that sign-up, so
 * that the answer does not depend on what others did with the address.
 */
export function resendVerification(
  deps: Deps,
  { browser, network }: { browser: string; network: string },
): Promise<ResendResult> {
  return resend(deps, (now) => findSignUpOf(deps.db, browser, now), { network });
}

/**
 * The same for an operator, whom somebody asked; within the same limits, and audited.
 *
 * @public
 */
export function resendBySignUp(deps: Deps, id: string, by: AuditActor): Promise<ResendResult> {
  const find = (now: Date) =>
    deps.db
      .selectFrom('sign_ups')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
  return resend(deps, find, { by });
}

type AskedBy = { readonly network?: string; readonly by?: AuditActor };

async function resend(
  deps: Deps,
  find: (now: Date) => Promise<SignUp | undefined>,
  asked: AskedBy,
): Promise<ResendResult> {
  const { network = '', by } = asked;
  const now = deps.clock();
  const signUp = await find(now);
  if (signUp === undefined) return { kind: 'nobody' };
  if (signUp.confirmed_at !== null) return { kind: 'already-verified' };
  const state = resendState(signUp, now);
  if (state.kind !== 'may-send') return state;
  const { id, email, attempts } = signUp;
  if (await areConfirmationsUsedUp(deps, email, { network, userId: id })) return { kind: 'used-up' };
  const isRequested = await deps.db.transaction().execute(async (tx) => {
    // Fails when another click was counted since the row was read, or the sign-up was confirmed.
    const { numUpdatedRows } = await tx
      .updateTable('sign_ups')
      .set({ attempts: attempts + 1, sent_at: now.toISOString() })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await requestMail(tx, { id: deps.newId(), mail: VERIFY_MAIL, to: email, userId: id, network }, now);
    if (by !== undefined) await recordAction(deps, tx, { ...by, action: CONFIRMATION_RESENT, subject: id });
    return true;
  });
  return isRequested ? { kind: 'sent' } : resend(deps, find, asked);
}
