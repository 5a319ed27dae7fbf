import { withForms } from '#features/forms/server/form-definitions.ts';
import { FORM_SUBMISSIONS } from '#features/forms/server/series.ts';
import { notificationAddress } from '#features/forms/server/settings.ts';
import type { Db } from '#server/database/database.ts';
import type { AppDeps, Job } from '#server/feature.ts';
import { OTHER } from '#server/metrics/series.ts';
import {
  adoptPayments,
  deletePayment,
  LONGEST_PAUSE,
  mayBeCharged,
  type Payment,
  readPayment,
} from './payment.ts';
import { ask, end, moved, type SettleDeps } from './settle.ts';
import { stripeOf } from './stripe-api.ts';

/** Younger messages of the version before are still in the hands of the request that stored them. */
const AT_REST_AFTER = 2 * 60_000;
/** Kept that long for an answer where Stripe cannot be asked any more: without a key, or with one that it does not take. */
const GIVEN_UP_AFTER = 30 * 24 * 60 * 60_000;
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
    await tx
      .deleteFrom('submissions')
      .where('id', '=', payment.submission_id)
      .where('state', '=', 'unpaid')
      .execute();
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
