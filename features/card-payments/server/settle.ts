import type { Logger } from 'pino';
import type { NotificationDeps } from '#features/forms/server/notification.ts';
import { receiveWaiting } from '#features/forms/server/release-submission.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { isAsking, markSettled, mayBeCharged, move, type Payment, readPayment } from './payment.ts';
import type { Intent, IntentAnswer, StripeApi } from './stripe-api.ts';

export type SettleDeps = NotificationDeps & {
  readonly db: Db;
  readonly wakeMail: () => void;
  readonly log: Logger;
  /** Undefined where no secret key is configured: perhaps there once was one. */
  readonly stripe: StripeApi | undefined;
};

/** How often a payment is found uncharged before it counts as such: what was asked for may still be under way at Stripe. */
const UNCHARGED_AFTER = 3;

/** How a payment stands after Stripe was asked; `intent` where Stripe told. */
export type Standing = {
  readonly payment: Payment;
  readonly intent?: Intent | undefined;
  /** It was this call that received its message. */
  readonly isFirst?: boolean;
  /** Stripe will not tell before an operator changes the keys. */
  readonly isShut?: boolean;
};

const WITHOUT_KEY = { kind: 'not-working', code: 'no-key' } as const;

/**
 * Asks Stripe how a payment stands, and notes it. One that was charged is settled, and its message received. While another post asks for
 * the charge, nothing else is noted: that post alone knows what it asked for.
 */
export async function ask(deps: SettleDeps, payment: Payment): Promise<Standing> {
  if (payment.intent === null || payment.state === 'settled') return { payment };
  const answer = (await deps.stripe?.retrieve(payment.intent)) ?? WITHOUT_KEY;
  const isOver = answer.kind === 'intent' && OVER.includes(answer.intent.status);
  return isAsking(payment, deps.clock()) && !isOver ? { payment } : note(deps, payment, answer);
}

const OVER: readonly string[] = ['succeeded', 'canceled'] satisfies Intent['status'][];

/** Ends a payment at Stripe, so that it can never be charged; one that was charged is settled instead. */
export async function end(deps: SettleDeps, payment: Payment): Promise<Standing> {
  const { intent, state } = payment;
  if (state === 'settled' || state === 'cancelled') return { payment };
  if (intent === null) {
    const left = await moved(deps, payment, { state: 'cancelled' });
    return left.intent === null ? { payment: left } : end(deps, left);
  }
  const answer = (await deps.stripe?.cancel(intent)) ?? WITHOUT_KEY;
  if (answer.kind === 'not-possible' || answer.kind === 'failed') return ask(deps, payment);
  // Never charged, and its account is not ours any more: nobody can.
  if (answer.kind === 'not-found' && state === 'known')
    return { payment: await moved(deps, payment, { state: 'cancelled' }) };
  return note(deps, payment, answer);
}

/** Notes what Stripe said of a payment's intent. */
export async function note(deps: SettleDeps, payment: Payment, answer: IntentAnswer): Promise<Standing> {
  if (answer.kind !== 'intent') {
    const isShut = answer.kind === 'not-working' || answer.kind === 'not-found';
    const left = mayBeCharged(payment)
      ? await notKnown(deps, payment)
      : await readPayment(deps.db, payment.submission_id, deps.clock());
    return { payment: left ?? payment, isShut };
  }
  const { intent } = answer;
  switch (intent.status) {
    case 'succeeded':
      return settle(deps, payment, intent);
    case 'canceled': {
      const left = await moved(deps, payment, { state: 'cancelled' });
      // Another post has just asked for a charge, which can no longer happen.
      const isAsked = left !== payment && left.intent === intent.id && mayBeCharged(left);
      return isAsked ? note(deps, left, answer) : { payment: left, intent };
    }
    // The bank asks: nothing is charged before we confirm once more.
    case 'requires_action':
      return { payment: await moved(deps, payment, { state: 'known' }), intent };
    case 'requires_payment_method':
    case 'requires_confirmation': {
      if (!mayBeCharged(payment)) return { payment, intent };
      if (payment.asks + 1 < UNCHARGED_AFTER) return { payment: await notKnown(deps, payment), intent };
      return { payment: await moved(deps, payment, { state: 'known' }), intent };
    }
    default:
      return { payment: await notKnown(deps, payment), intent };
  }
}

/** Once more it is not known whether the card was charged: it is asked again after a longer pause. */
export function notKnown(deps: SettleDeps, payment: Payment): Promise<Payment> {
  return moved(deps, payment, { state: 'unknown', asks: payment.asks + 1 });
}

/** Settles a payment that went through, and receives its message in the same transaction; repeatable, and whatever was known of it. */
async function settle(deps: SettleDeps, payment: Payment, intent: Intent): Promise<Standing> {
  const { submission_id: id } = payment;
  const now = deps.clock();
  const isSettled = (db: Db | Tx) => markSettled(db, id, now);
  const received = await receiveWaiting(deps, id, 'unpaid', isSettled);
  if (received === 'received') deps.wakeMail();
  else await isSettled(deps.db);
  if (received === 'not-there')
    deps.log.error(
      { stripe: { intent: intent.id } },
      'a card was charged for a message that was deleted meanwhile: give the money back at Stripe',
    );
  const settled = (await readPayment(deps.db, id, now)) ?? payment;
  return { payment: settled, intent, isFirst: received === 'received' };
}

/** Moves it, or answers how somebody else has left it meanwhile. */
export async function moved(
  { db, clock }: Pick<SettleDeps, 'db' | 'clock'>,
  payment: Payment,
  to: Parameters<typeof move>[2],
): Promise<Payment> {
  const now = clock();
  const left = await db.transaction().execute((tx) => move(tx, payment, to, now));
  return left ?? (await readPayment(db, payment.submission_id, now)) ?? payment;
}
