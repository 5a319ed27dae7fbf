import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BRAND } from '#content/brand.ts';
import type { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import type { PaidSubmission } from '#features/forms/server/slots.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { RefusalError } from '#server/http/refusal.ts';
import { type Keyring, readSigned, signValue } from '#server/settings/keyring.ts';
import { HOUR_MS } from '#server/time.ts';
import { isAsking, markTold, mayBeCharged, type Payment, readPayment, updatePayment } from './payment.ts';
import {
  askStripe,
  cancelPayment,
  recordAnswer,
  type SettleDeps,
  type Standing,
  updateOrReread,
} from './settle.ts';
import type { Intent, IntentAnswer, StripeApi } from './stripe-api.ts';

type PayDeps = SettleDeps & { readonly stripe: StripeApi };

export const PAYMENT_LIMITS = rateLimits({
  /** This limit counts the refused cards of all visitors together, because thieves who test stolen cards use many networks. */
  refusedCards: { points: 60, seconds: 3_600 },
});

export type PayRefusal = keyof typeof PAYMENT_ERRORS;

export class PaymentRefused extends Error {
  readonly why: PayRefusal;
  /** Stripe's explanation for the cardholder. */
  readonly reason: string;

  constructor(why: PayRefusal, reason = '') {
    super(why);
    this.why = why;
    this.reason = reason;
  }
}

export function refusePayment(why: PayRefusal): never {
  throw new PaymentRefused(why);
}

/** The maximum number of charge attempts for one message. Limits the testing of stolen cards. */
const MOST_TRIES = 10;
/** The milliseconds that a request waits for another one to finish charging, and the milliseconds between two checks. */
const WAIT_FOR = 15_000;
const WAIT_EACH = 250;
const LOOKS = 5;

/**
 * Charges a card for a stored message. The PaymentIntent is stored first, and Stripe charges an intent at most once. So concurrent
 * requests, a lost answer or a crash neither charge twice nor lose the payment.
 * @param paymentMethod Stripe's id of the card
 */
export async function payByCard(
  deps: PayDeps,
  submission: string,
  paymentMethod: string,
): Promise<PaidSubmission> {
  for (let look = 0; look < LOOKS; look++) {
    const payment = await readPayment(deps.db, submission, deps.clock());
    if (payment === undefined) refusePayment('NOT_OURS');
    const said = knownResult(payment);
    if (said !== undefined) return said;
    const standing =
      payment.intent === null ? await createIntent(deps, payment) : await askStripe(deps, payment);
    if (standing === 'changed') continue;
    if (isAsking(standing.payment, deps.clock()) && (await isOver(deps, submission))) continue;
    const { intent } = standing;
    if (intent === undefined) return resultOf(deps, standing);
    if (isOpen(intent)) {
      const answer = await confirmIntent(deps, standing.payment, intent, paymentMethod);
      if (answer !== 'changed') return answer;
    } else if (intent.status === 'requires_action' && intent.paymentMethod !== paymentMethod) {
      const left = await endIntent(deps, standing.payment, intent);
      if (left !== undefined) return resultOf(deps, left);
    } else return resultOf(deps, standing);
  }
  return refusePayment('NOT_KNOWN');
}

/** Charges the payment that the cardholder has confirmed at the bank, after the answer `bank-asks`. */
export async function payConfirmed(
  deps: PayDeps,
  form: string,
  paymentIntent: string,
  resubmitKey: string,
): Promise<PaidSubmission> {
  for (let look = 0; look < LOOKS; look++) {
    const payment = await confirmedPayment(deps, form, paymentIntent, resubmitKey);
    if (payment === undefined) refusePayment('NOT_OURS');
    const said = knownResult(payment);
    if (said !== undefined) return said;
    if (payment.intent !== paymentIntent) refusePayment('NOT_OURS');
    const standing = await askStripe(deps, payment);
    const { intent } = standing;
    const { amount, currency } = payment.message ?? {};
    if (intent !== undefined && (intent.amount !== amount || intent.currency !== currency))
      refusePayment('NOT_OURS');
    if (isAsking(standing.payment, deps.clock()) && (await isOver(deps, payment.submission_id))) continue;
    if (intent?.status !== 'requires_confirmation') {
      const isRefused = intent?.status === 'requires_action' || intent?.status === 'requires_payment_method';
      if (isRefused && !mayBeCharged(standing.payment)) refusePayment('NOT_CONFIRMED');
      return resultOf(deps, standing);
    }
    const answer = await confirmIntent(deps, standing.payment, intent);
    if (answer !== 'changed') return answer;
  }
  return refusePayment('NOT_KNOWN');
}

/** Cancels the payment of an earlier message. Refuses if the cancellation fails, so that the sender does not pay twice. */
export async function endEarlierPayment(deps: SettleDeps, submission: string): Promise<void> {
  const payment = await readPayment(deps.db, submission, deps.clock());
  if (payment === undefined) return;
  const { state } = (await cancelPayment(deps, payment)).payment;
  if (state === 'cancelled') return;
  if (state === 'known') refusePayment('NOT_REACHED');
  if (state !== 'settled') refusePayment('NOT_KNOWN_BEFORE');
  await markTold(deps.db, submission, deps.clock());
  refusePayment('PAID_BEFORE');
}

/** Finds the payment that a resubmit key continues. Undefined for an invalid key, or one of another form, payment or price. */
export async function confirmedPayment(
  { db, clock, keyring }: SettleDeps,
  form: string,
  paymentIntent: string,
  resubmitKey: string,
): Promise<Payment | undefined> {
  const key = readResubmitKey(keyring, resubmitKey, clock());
  if (key === undefined || key.form !== form || key.intent !== paymentIntent) return undefined;
  const payment = await readPayment(db, key.submission, clock());
  const { message } = payment ?? {};
  return message?.amount === key.amount && message.currency === key.currency ? payment : undefined;
}

/** Creates and stores a PaymentIntent without charging it. The idempotency key gives concurrent callers the same intent. */
async function createIntent(deps: PayDeps, payment: Payment): Promise<Standing | 'changed'> {
  const { submission_id: submission, begun, message } = payment;
  if (message === undefined) refusePayment('NOT_OURS');
  const made = await deps.stripe.create({
    amount: message.amount,
    currency: message.currency,
    description: `${BRAND.product}: ${message.form}`,
    submission,
    idempotencyKey: `${submission}-${begun}`,
  });
  if (made.kind === 'intent')
    return {
      payment: await updateOrReread(deps, payment, { state: 'known', intent: made.intent.id }),
      intent: made.intent,
    };
  const refusal = made.kind === 'not-working' ? made.code : payment.refusal;
  const left =
    made.kind === 'unknown'
      ? await readPayment(deps.db, submission, deps.clock())
      : // The next attempt gets a new key, because Stripe repeats its answer to an old key for a day, even if the cause is fixed.
        await updateOrReread(deps, payment, { state: 'known', begun: begun + 1, refusal });
  if (left !== undefined && left.intent !== null) return 'changed';
  return refusePayment(made.kind === 'not-working' ? 'NOT_WORKING' : 'NOT_REACHED');
}

/** Waits until another request has finished charging the payment. Returns false if that takes too long. */
async function isOver({ db, clock }: PayDeps, submission: string): Promise<boolean> {
  for (let waited = 0; waited < WAIT_FOR; waited += WAIT_EACH) {
    await sleep(WAIT_EACH);
    const payment = await readPayment(db, submission, clock());
    if (payment === undefined || !isAsking(payment, clock())) return true;
  }
  return false;
}

/**
 * Cancels an intent that accepts no other card. If the cancellation fails, asks Stripe for the state of the payment and returns it.
 */
async function endIntent(deps: PayDeps, payment: Payment, { id }: Intent): Promise<Standing | undefined> {
  const ended = await deps.stripe.cancel(id);
  if (ended.kind !== 'intent') return askStripe(deps, payment);
  await updateOrReread(deps, payment, { state: 'known', intent: null, begun: payment.begun + 1 });
  return undefined;
}

/** Charges the intent, unless the payment has changed since it was read. */
async function confirmIntent(
  deps: PayDeps,
  payment: Payment,
  intent: Intent,
  paymentMethod?: string,
): Promise<PaidSubmission | 'changed'> {
  const { state } = payment;
  if (payment.intent !== intent.id || !(state === 'known' || state === 'unknown')) return 'changed';
  if (payment.message === undefined) refusePayment('NOT_OURS');
  const refuseUnlessCharged = (why: PayRefusal) => refusePayment(mayBeCharged(payment) ? 'NOT_KNOWN' : why);
  if (payment.tries >= MOST_TRIES) refuseUnlessCharged('TOO_MANY_CARDS');
  const giveBack = await deps.takeFromLimit(PAYMENT_LIMITS.refusedCards, 'of the site').catch((error) => {
    if (!(error instanceof RefusalError)) throw error;
    return refuseUnlessCharged('TOO_MANY_REFUSED');
  });
  const asked = await updatePayment(
    deps.db,
    payment,
    { state: 'asked', tries: payment.tries + 1 },
    deps.clock(),
  );
  const answer = asked && (await deps.stripe.confirm(intent.id, paymentMethod));
  if (answer?.kind !== 'declined') await giveBack();
  if (asked === undefined || answer === undefined) return 'changed';
  if (answer.kind === 'declined') {
    // The result of an earlier charge may still be unknown, so the former state is restored.
    await updateOrReread(deps, asked, { state });
    throw new PaymentRefused('DECLINED', answer.reason);
  }
  if (answer.kind === 'intent') return resultOf(deps, await recordAnswer(deps, asked, answer));
  return checkUnconfirmed(deps, { asked, before: state }, answer, intent.id);
}

/** Asks Stripe for the result of a charge whose answer did not have it. Until Stripe replies, the result is unknown. */
async function checkUnconfirmed(
  deps: PayDeps,
  { asked, before }: { readonly asked: Payment; readonly before: 'known' | 'unknown' },
  answer: IntentAnswer,
  id: string,
): Promise<PaidSubmission> {
  const found = await deps.stripe.retrieve(id);
  const isUncharged = found.kind === 'intent' && isOpen(found.intent);
  const why = isUncharged ? WHY_UNCHARGED[answer.kind] : undefined;
  if (why !== undefined) {
    const refusal = answer.kind === 'not-working' ? answer.code : asked.refusal;
    await updateOrReread(deps, asked, { state: before, refusal });
    refusePayment(why);
  }
  return resultOf(deps, await recordAnswer(deps, asked, found));
}

/**
 * The refusal for each answer of Stripe which shows that nothing was charged. After any other answer the card may have been
 * charged.
 */
const WHY_UNCHARGED: Partial<Record<IntentAnswer['kind'], PayRefusal>> = {
  'turned-away': 'NOT_REACHED',
  'not-possible': 'CARD_NOT_USABLE',
  'not-working': 'NOT_WORKING',
};

function knownResult(
  { state, submission_id: id, message }: Payment,
  isFirst = false,
): PaidSubmission | undefined {
  if (state === 'settled') return { kind: 'accepted', id, isFirst };
  if (message === undefined) refusePayment('NOT_OURS');
  return state === 'cancelled' ? refusePayment('OVERTAKEN') : undefined;
}

function resultOf({ keyring, clock }: PayDeps, { payment, intent, isFirst }: Standing): PaidSubmission {
  const { submission_id: submission, message } = payment;
  const said = knownResult(payment, isFirst);
  if (said !== undefined) return said;
  if (message === undefined) refusePayment('NOT_OURS');
  if (mayBeCharged(payment)) refusePayment('NOT_KNOWN');
  if (intent?.status !== 'requires_action') return refusePayment('NOT_REACHED');
  const pending = { submission, ...message, intent: intent.id };
  const resubmitKey = signResubmitKey(keyring, pending, clock());
  return { kind: 'bank-asks', clientSecret: intent.clientSecret, resubmitKey };
}

function isOpen({ status }: Intent): boolean {
  return status === 'requires_payment_method' || status === 'requires_confirmation';
}

const schema = z.object({
  submission: z.string(),
  form: z.string(),
  intent: z.string(),
  amount: z.number(),
  currency: z.string(),
});

type PendingPayment = Readonly<z.infer<typeof schema>>;

/** A resubmit key is valid long enough to confirm the payment in the bank's app and to try once more. */
const RESUBMIT_MS = HOUR_MS;

const PURPOSE = 'form-payment';

/** Signs a key for the page while the bank asks the cardholder. With this key, the next request continues the payment. */
export function signResubmitKey(keyring: Keyring, pending: PendingPayment, now: Date): string {
  return signValue(keyring, PURPOSE, pending, now.getTime() + RESUBMIT_MS);
}

/** Reads a signed key. Undefined if the key has expired, was changed or was not signed by this site. */
export function readResubmitKey(keyring: Keyring, value: string, now: Date): PendingPayment | undefined {
  return readSigned(keyring, PURPOSE, value, { schema, now });
}
