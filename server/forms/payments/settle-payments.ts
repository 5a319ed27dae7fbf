import type { Db } from '#server/database/database.ts';
import { isNotReceived } from '#server/database/not-received.ts';
import { SAME_PAYMENT_WITHIN } from '#server/forms/store-submission.ts';
import type { ChargeDeps } from './charge.ts';
import { type ReceivePaidDeps, receivePaid } from './receive-paid.ts';
import type { StripeApi } from './stripe-api.ts';

/** Younger ones are still in the hands of the request that stored them. */
const AT_REST_AFTER = 2 * 60_000;
/** Looked at in each round until then. */
const WATCHED_FOR = 20 * 60_000;
/** Whoever has not paid by then does not come back; what they wrote must not stay. */
const KEPT_FOR = SAME_PAYMENT_WITHIN;
/** Kept that long for an answer where Stripe cannot be asked any more: without a key, or with one that it does not take. */
const GIVEN_UP_AFTER = 30 * 24 * 60 * 60_000;

type SettlingDeps = Omit<ChargeDeps, 'stripe'> &
  ReceivePaidDeps & {
    /** Absent where payments are switched off: perhaps they once were on. */
    readonly stripe: StripeApi | undefined;
  };

/**
 * Finishes what a process that ended, or a lost answer, left unfinished: asks Stripe about submissions in the state
 * `unpaid`, receives those that were paid, and removes those that were not for a day, after ending their payment. So
 * nobody who paid is forgotten, also when their browser never came back, and no unpaid words stay for ever, also when
 * payments are switched off or move to another account. Repeatable, and safe in several processes.
 *
 * @param everything also those that earlier rounds have looked at: for the first round of a process
 * @param signal ends the round after the submission it is at; the calls to Stripe should end with it
 * @returns how many were received
 */
export async function settlePayments(
  deps: SettlingDeps,
  { everything, signal }: { readonly everything: boolean; readonly signal?: AbortSignal },
): Promise<number> {
  const now = deps.clock().getTime();
  const before = (age: number) => new Date(now - age).toISOString();
  let received = 0;
  for (const { id, intent, created_at } of await findUnpaid(deps.db, before(AT_REST_AFTER))) {
    if (signal?.aborted === true) break;
    const isOutlived = created_at <= before(KEPT_FOR);
    if (!everything && !isOutlived && created_at <= before(WATCHED_FOR)) continue;
    const standing = await standingOf(deps.stripe, intent);
    if (standing === 'paid') {
      if (await receivePaid(deps, id)) received += 1;
    } else if (
      isOutlived &&
      (standing === 'never-paid' ||
        (await isEnded(deps.stripe, intent)) ||
        (standing === 'cannot-be-asked' && created_at <= before(GIVEN_UP_AFTER)))
    ) {
      // Not if somebody came back this very moment, and a new payment was begun.
      await deps.db
        .deleteFrom('submissions')
        .where('id', '=', id)
        .where('state', '=', 'unpaid')
        .where('payment_intent', intent === null ? 'is' : '=', intent)
        .execute();
    }
  }
  return received;
}

function findUnpaid(db: Db, createdBefore: string) {
  return db
    .selectFrom('submissions')
    .select(['id', 'payment_intent as intent', 'created_at'])
    .where('state', '=', 'unpaid')
    .where(isNotReceived)
    .where('created_at', '<=', createdBefore)
    .orderBy('created_at')
    .execute();
}

async function standingOf(
  stripe: StripeApi | undefined,
  intent: string | null,
): Promise<'paid' | 'never-paid' | 'open' | 'cannot-be-asked'> {
  if (intent === null) return 'never-paid';
  const found = await stripe?.retrieve(intent);
  if (found === undefined || found.kind === 'turned-away') return 'cannot-be-asked';
  if (found.kind === 'not-found') return 'never-paid';
  return found.kind === 'intent' && found.intent.status === 'succeeded' ? 'paid' : 'open';
}

/** True when the payment can never be charged any more. */
async function isEnded(stripe: StripeApi | undefined, intent: string | null): Promise<boolean> {
  if (stripe === undefined || intent === null) return false;
  const canceled = await stripe.cancel(intent);
  if (canceled.kind === 'intent') return true;
  const found = await stripe.retrieve(intent);
  return found.kind === 'intent' && found.intent.status === 'canceled';
}
