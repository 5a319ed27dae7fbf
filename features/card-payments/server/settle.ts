import { receiveWaiting } from '#features/forms/server/mark-submissions.ts';
import { FORM_SUBMISSIONS } from '#features/forms/server/slots.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { chunksOf, deleteRows } from '#server/database/rows.ts';
import type { AppDeps, Job } from '#server/feature.ts';
import { clockJumpedFrom } from '#server/jobs/run-retention.ts';
import { OTHER } from '#server/metrics/series.ts';
import { DAY_MS, MINUTE_MS, timeAfter } from '#server/time.ts';
import {
  adoptPayments,
  deletePayment,
  isAsking,
  KEPT_FOR,
  LONGEST_PAUSE,
  MAY_BE_CHARGED,
  markSettled,
  mayBeCharged,
  type Payment,
  readPayment,
  updatePayment,
} from './payment.ts';
import { type Intent, type IntentAnswer, type StripeApi, stripeOf } from './stripe-api.ts';

export type SettleDeps = AppDeps & {
  /**
   * The API of Stripe. Undefined without a secret key. The database may still have payments from a time when there was a key.
   */
  readonly stripe: StripeApi | undefined;
};

/** A payment counts as uncharged only after this number of checks, because Stripe may still be processing a request. */
const UNCHARGED_AFTER = 3;

/** A payment after a check at Stripe. `intent` is set if Stripe answered. */
export type Standing = {
  readonly payment: Payment;
  readonly intent?: Intent | undefined;
  /** True if this call, not an earlier one, set the message to `received`. */
  readonly isFirst?: boolean;
  readonly isShut?: boolean;
};

const WITHOUT_KEY = { kind: 'not-working', code: 'no-key' } as const;

/**
 * Asks Stripe for the state of a payment and stores it. Settles a charged payment and marks its message as received. While another
 * request is charging, only final states are stored, because only that request knows what it asked for.
 */
export async function askStripe(deps: SettleDeps, payment: Payment): Promise<Standing> {
  if (payment.intent === null || payment.state === 'settled') return { payment };
  const answer = (await deps.stripe?.retrieve(payment.intent)) ?? WITHOUT_KEY;
  const isOver = answer.kind === 'intent' && OVER.includes(answer.intent.status);
  return isAsking(payment, deps.clock()) && !isOver ? { payment } : recordAnswer(deps, payment, answer);
}

const OVER: readonly string[] = ['succeeded', 'canceled'] satisfies Intent['status'][];

/** Cancels a payment at Stripe for good. Settles it instead if it was charged already. */
export async function cancelPayment(deps: SettleDeps, payment: Payment): Promise<Standing> {
  const { intent, state } = payment;
  if (state === 'settled' || state === 'cancelled') return { payment };
  if (intent === null) {
    const left = await updateOrReread(deps, payment, { state: 'cancelled' });
    return left.intent === null ? { payment: left } : cancelPayment(deps, left);
  }
  const answer = (await deps.stripe?.cancel(intent)) ?? WITHOUT_KEY;
  if (answer.kind === 'not-possible' || answer.kind === 'failed') return askStripe(deps, payment);
  // The uncharged payment belongs to another Stripe account. Nobody can charge it, so it counts as cancelled.
  if (answer.kind === 'not-found' && state === 'known')
    return { payment: await updateOrReread(deps, payment, { state: 'cancelled' }) };
  return recordAnswer(deps, payment, answer);
}

export async function recordAnswer(
  deps: SettleDeps,
  payment: Payment,
  answer: IntentAnswer,
): Promise<Standing> {
  if (answer.kind !== 'intent') {
    const isShut = answer.kind === 'not-working' || answer.kind === 'not-found';
    const left = mayBeCharged(payment)
      ? await markUnknown(deps, payment)
      : await readPayment(deps.db, payment.submission_id, deps.clock());
    return { payment: left ?? payment, isShut };
  }
  const { intent } = answer;
  switch (intent.status) {
    case 'succeeded':
      return settle(deps, payment, intent);
    case 'canceled': {
      const left = await updateOrReread(deps, payment, { state: 'cancelled' });
      // If another request has just asked to charge this intent, the cancellation replaces what that request stored, because a
      // charge is no longer possible.
      const isAsked = left !== payment && left.intent === intent.id && mayBeCharged(left);
      return isAsked ? recordAnswer(deps, left, answer) : { payment: left, intent };
    }
    // Nothing is charged until the server confirms the intent again.
    case 'requires_action':
      return { payment: await updateOrReread(deps, payment, { state: 'known' }), intent };
    case 'requires_payment_method':
    case 'requires_confirmation': {
      if (!mayBeCharged(payment)) return { payment, intent };
      if (payment.asks + 1 < UNCHARGED_AFTER) return { payment: await markUnknown(deps, payment), intent };
      return { payment: await updateOrReread(deps, payment, { state: 'known' }), intent };
    }
    default:
      return { payment: await markUnknown(deps, payment), intent };
  }
}

/** Stores that the result is still unknown, which makes the pause before the next check longer. */
function markUnknown(deps: SettleDeps, payment: Payment): Promise<Payment> {
  return updateOrReread(deps, payment, { state: 'unknown', asks: payment.asks + 1 });
}

/** In one transaction, settles a charged payment and marks the message it paid for as received. Calling it again is safe. */
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
      'a card was charged for a message that was deleted in the meantime: refund it at Stripe',
    );
  const settled = (await readPayment(deps.db, id, now)) ?? payment;
  return { payment: settled, intent, isFirst: received === 'received' };
}

/** Changes a payment and returns it. If a concurrent request has changed it first, returns that request's result instead. */
export async function updateOrReread(
  { db, clock }: SettleDeps,
  payment: Payment,
  to: Parameters<typeof updatePayment>[2],
): Promise<Payment> {
  const now = clock();
  const left = await db.transaction().execute((tx) => updatePayment(tx, payment, to, now));
  return left ?? (await readPayment(db, payment.submission_id, now)) ?? payment;
}

/**
 * The age at which a message without a payment row gets one. Before, the request (of version 1.0.0) that stored it may still run.
 */
const AT_REST_AFTER = 2 * MINUTE_MS;
/** The milliseconds that a payment is kept if Stripe cannot be asked, because the key is missing or rejected. */
const GIVEN_UP_AFTER = 30 * DAY_MS;
/** The number of payments that are checked at once, so that one slow answer does not delay the others. */
const BATCH_SIZE = 8;
const MOST = 200;

/**
 * Finishes payments after a lost answer or a crash. Checks payments that may have been charged, with growing pauses, and receives
 * the messages of charged ones. Deletes payments that stay unpaid for a day, with their messages, even if the site no longer
 * takes payments or has another Stripe account. After a jump of the clock by more than a day, only asks Stripe, and removes nothing
 * until an operator accepts the clock. May be repeated, also by several processes.
 * @param everything also checks payments that are not due yet, for the first run of a process
 * @param signal ends the run after the current batch, and should end calls to Stripe too
 * @returns how many messages were received
 */
export async function settlePayments(
  deps: SettleDeps,
  { everything, signal }: { readonly everything: boolean; readonly signal?: AbortSignal },
): Promise<number> {
  const now = deps.clock();
  await adoptPayments(deps.db, timeAfter(now, -AT_REST_AFTER));
  const isClockTrusted = (await clockJumpedFrom(deps.db, now)) === undefined;
  if (isClockTrusted) await endLongTimes(deps.db, now);
  const due = await duePayments(deps.db, now, { everything, isClockTrusted });
  let received = 0;
  for (const ids of chunksOf(due, BATCH_SIZE)) {
    if (signal?.aborted) break;
    const some = ids.map((id) =>
      checkPayment(deps, id, isClockTrusted).catch((err: unknown) => {
        deps.log.error({ err }, 'a payment could not be checked; trying again soon');
        return false;
      }),
    );
    for (const isReceived of await Promise.all(some)) if (isReceived) received += 1;
  }
  return received;
}

/**
 * Ids of the payments to check now. A check that is further ahead than the longest pause is due, because it was planned while the
 * clock was ahead.
 * @param everything if true, also returns payments that may have been charged and are not due yet
 * @param isClockTrusted if false, returns only payments that may have been charged
 */
async function duePayments(
  db: Db,
  now: Date,
  { everything, isClockTrusted }: { everything: boolean; isClockTrusted: boolean },
): Promise<string[]> {
  const at = now.toISOString();
  // The two statements are separate, because SQLite would read all payments for one condition with an “or”.
  const read = (side: '<=' | '>', time: string, mayBeCharged: boolean) =>
    db
      .selectFrom('payments')
      .select('submission_id')
      .where('look_at', side, time)
      .$if(mayBeCharged, (query) => query.where('state', 'in', MAY_BE_CHARGED))
      .orderBy('look_at')
      .limit(MOST)
      .execute();
  const due = await read('<=', at, !isClockTrusted);
  const early = await read('>', everything ? at : timeAfter(now, 2 * LONGEST_PAUSE), true);
  return [...due, ...early].map(({ submission_id }) => submission_id);
}

/** Payments are kept for a day. A longer time was set while the clock was ahead, so it is shortened to a day. */
async function endLongTimes(db: Db, now: Date): Promise<void> {
  const look_at = timeAfter(now, KEPT_FOR);
  await db
    .updateTable('payments')
    .set({ look_at })
    .where('look_at', '>', look_at)
    .where('state', 'not in', MAY_BE_CHARGED)
    .execute();
}

async function checkPayment(deps: SettleDeps, id: string, isClockTrusted: boolean): Promise<boolean> {
  const payment = await readPayment(deps.db, id, deps.clock());
  if (payment === undefined || (!isClockTrusted && !mayBeCharged(payment))) return false;
  if (payment.state === 'settled' || payment.state === 'cancelled') {
    await removeUnpaid(deps.db, payment);
    return false;
  }
  const left = mayBeCharged(payment) ? await askStripe(deps, payment) : await cancelPayment(deps, payment);
  const { state, created_at } = left.payment;
  const isOld = isClockTrusted && created_at <= timeAfter(deps.clock(), -GIVEN_UP_AFTER);
  const isOver = !mayBeCharged(payment) && state === 'cancelled';
  if (isOver || (isOld && left.isShut === true)) await removeUnpaid(deps.db, left.payment);
  // If the payment could not be cancelled, storing it again sets the time of the next attempt.
  else if (payment.state === 'known' && state === 'known')
    await updateOrReread(deps, left.payment, { state });
  return left.isFirst === true;
}

/**
 * Deletes a payment and its unpaid message. Does nothing if the payment has just changed. The message of a charged payment stays.
 */
function removeUnpaid(db: Db, payment: Payment): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (!(await deletePayment(tx, payment)) || payment.state === 'settled') return;
    await deleteRows(tx, 'submissions', { id: payment.submission_id, state: 'unpaid' });
  });
}

/**
 * Runs `settlePayments`. The first run includes payments that are not due yet. The job does not wait for Stripe when the process
 * stops.
 */
export const settlePaymentsJob: Job = {
  name: 'payments of messages',
  every: 15_000,
  run: async (deps, { isFirst, signal }) => {
    const received = await settlePayments(settleDeps(deps, signal), { everything: isFirst, signal });
    deps.metrics.count(FORM_SUBMISSIONS, { form: OTHER, outcome: 'received' }, received);
    if (received > 0) deps.log.info({ received }, 'received messages whose payments went through');
  },
};

/** @param signal ends calls to Stripe */
export function settleDeps(deps: AppDeps, signal?: AbortSignal): SettleDeps {
  return { ...deps, stripe: stripeOf(deps.settings, deps.log, signal) };
}
