import type { Logger } from 'pino';
import { withForms } from '#features/forms/server/form-definitions.ts';
import { receiveWaiting } from '#features/forms/server/mark-submissions.ts';
import type { NotificationDeps } from '#features/forms/server/notification.ts';
import { FORM_SUBMISSIONS } from '#features/forms/server/series.ts';
import { notificationAddress } from '#features/forms/server/settings.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows } from '#server/database/rows.ts';
import type { AppDeps, Job } from '#server/feature.ts';
import { OTHER } from '#server/metrics/series.ts';
import { DAY_MS, MINUTE_MS } from '#server/time.ts';
import {
  adoptPayments,
  deletePayment,
  isAsking,
  LONGEST_PAUSE,
  markSettled,
  mayBeCharged,
  move,
  type Payment,
  readPayment,
} from './payment.ts';
import { type Intent, type IntentAnswer, type StripeApi, stripeOf } from './stripe-api.ts';

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

/** Younger messages of the version before are still in the hands of the request that stored them. */
const AT_REST_AFTER = 2 * MINUTE_MS;
/** Kept that long for an answer where Stripe cannot be asked any more: without a key, or with one that it does not take. */
const GIVEN_UP_AFTER = 30 * DAY_MS;
/** Asked about side by side, so that one silent answer does not keep the others waiting. */
const AT_ONCE = 8;
const MOST = 200;

/**
 * Finishes what a lost answer or a process that ended left unfinished: asks Stripe about each payment that may have been charged,
 * after ever longer pauses, and receives the messages of those that were. What nobody paid for a day is ended at Stripe and removed,
 * so that no unpaid words stay for ever, also when payments are switched off or move to another account. Repeatable, and safe in
 * several processes.
 *
 * @param everything all that may have been charged, whenever it was asked about: for the first round of a process
 * @param signal ends the round after the payments it is at; the calls to Stripe should end with it
 * @returns how many messages were received
 */
export async function settlePayments(
  deps: SettleDeps,
  { everything, signal }: { readonly everything: boolean; readonly signal?: AbortSignal },
): Promise<number> {
  const now = deps.clock().getTime();
  await adoptPayments(deps.db, new Date(now - AT_REST_AFTER).toISOString());
  const due = await duePayments(deps.db, now, everything);
  let received = 0;
  for (let at = 0; at < due.length && signal?.aborted !== true; at += AT_ONCE) {
    const some = due.slice(at, at + AT_ONCE).map((id) =>
      look(deps, id).catch((err: unknown) => {
        deps.log.error({ err }, 'a payment could not be looked at; trying again soon');
        return false;
      }),
    );
    for (const isReceived of await Promise.all(some)) if (isReceived) received += 1;
  }
  return received;
}

async function duePayments(db: Db, now: number, everything: boolean): Promise<string[]> {
  const at = new Date(now).toISOString();
  const rows = await db
    .selectFrom('payments')
    .select(['submission_id', 'state', 'look_at'])
    .where('look_at', '<=', everything ? new Date(now + LONGEST_PAUSE).toISOString() : at)
    .orderBy('look_at')
    .limit(MOST)
    .execute();
  return rows
    .filter((row) => row.look_at <= at || mayBeCharged(row))
    .map(({ submission_id }) => submission_id);
}

/** @returns whether its message was received */
async function look(deps: SettleDeps, id: string): Promise<boolean> {
  const payment = await readPayment(deps.db, id, deps.clock());
  if (payment === undefined) return false;
  if (payment.state === 'settled' || payment.state === 'cancelled') {
    await remove(deps.db, payment);
    return false;
  }
  const left = mayBeCharged(payment) ? await ask(deps, payment) : await end(deps, payment);
  const { state, created_at } = left.payment;
  const isOld = Date.parse(created_at) + GIVEN_UP_AFTER <= deps.clock().getTime();
  const isOver = !mayBeCharged(payment) && state === 'cancelled';
  if (isOver || (isOld && left.isShut === true)) await remove(deps.db, left.payment);
  // It could not be ended: later again.
  else if (payment.state === 'known' && state === 'known') await moved(deps, left.payment, { state });
  return left.isFirst === true;
}

/** Not if somebody came back this very moment. The message of a payment that went through stays. */
function remove(db: Db, payment: Payment): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (!(await deletePayment(tx, payment)) || payment.state === 'settled') return;
    await deleteRows(tx, 'submissions', { id: payment.submission_id, state: 'unpaid' });
  });
}

/**
 * Settles what earlier processes left behind, then what is due. Without a secret key it only removes what was never paid. It does not
 * wait for Stripe when the process stops. One query where nothing waits; `payment.ts` says when each payment is looked at.
 */
export const settlePaymentsJob: Job = {
  name: 'the payments of messages',
  every: 15_000,
  run: async (deps, { isFirst, signal }) => {
    const received = await settlePayments(settleDeps(deps, signal), { everything: isFirst, signal });
    deps.metrics.count(FORM_SUBMISSIONS, { form: OTHER, outcome: 'received' }, received);
    if (received > 0) deps.log.info({ received }, 'received messages whose payment had gone through');
  },
};

/** @param signal ends calls to Stripe */
export function settleDeps(deps: AppDeps, signal?: AbortSignal): SettleDeps {
  return {
    ...withForms(deps),
    notifyTo: notificationAddress(deps.settings),
    stripe: stripeOf(deps.settings, deps.log, signal),
  };
}
