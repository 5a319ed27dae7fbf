import { VERIFICATION } from '#contract/limits.ts';
import { requestMail } from '#server/mail/outbox.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { findSignUpOf } from './sign-ups.ts';

const MINUTE = 60_000;

/** Whether another confirmation mail may be asked for now (spec §5). */
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

export type ResendResult =
  | { readonly kind: 'sent' | 'already-verified' | 'nobody' }
  | Exclude<ResendState, { kind: 'may-send' }>;

/**
 * Asks for another mail for the sign-up of this browser, within the limits of spec §5. Reads nothing but that sign-up:
 * the answer must not depend on what anybody else did with the address.
 */
export async function resendVerification(
  deps: AccountsDeps,
  { browser, network }: { browser: string; network: string },
): Promise<ResendResult> {
  const now = deps.clock();
  const signUp = await findSignUpOf(deps.db, browser, now);
  if (signUp === undefined) return { kind: 'nobody' };
  if (signUp.confirmed_at !== null) return { kind: 'already-verified' };
  const state = resendState(signUp, now);
  if (state.kind !== 'may-send') return state;
  const { id, email, attempts } = signUp;
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
    await requestMail(tx, { id: deps.newId(), kind: 'verify-email', to: email, userId: id, network }, now);
    return true;
  });
  return isRequested ? { kind: 'sent' } : resendVerification(deps, { browser, network });
}
