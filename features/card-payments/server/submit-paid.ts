import { filled } from '#contract/page-errors.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { PAYMENT_FIELDS } from '#features/forms/contract.ts';
import { FORM_FIELD_ERRORS } from '#features/forms/refusals.ts';
import type { SentPayment, Submission } from '#features/forms/server/check-submission.ts';
import type { FormRefusal } from '#features/forms/server/form-refusal.ts';
import type { PaidSubmission } from '#features/forms/server/slots.ts';
import {
  type AwaitedPayment,
  digestOf,
  type StoreDeps,
  type SubmissionSource,
  storeSubmission,
} from '#features/forms/server/store-submission.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { AppDeps } from '#server/feature.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { RefusalError } from '#server/http/refusal.ts';
import {
  confirmedPayment,
  endBefore,
  type Paid,
  type PayDeps,
  type PayRefusal,
  payByCard,
  payConfirmed,
} from './pay.ts';
import {
  adoptPaymentsOf,
  beginAnew,
  hasUnknownPayment,
  mayBeCharged,
  paymentOfSame,
  paymentsBefore,
  senderOf,
  storePayment,
} from './payment.ts';
import type { SettleDeps } from './settle.ts';

export const PAYMENT_LIMITS = rateLimits({
  /** Cards that Stripe refuses, of the whole site: somebody tries which of the stolen ones work. */
  refusedCards: { points: 60, seconds: 3_600 },
});

type PaymentDeps = StoreDeps & SettleDeps & Pick<AppDeps, 'keyring' | 'takeFromLimit'>;

/** Milliseconds that all calls to Stripe for one post may take together. */
const PATIENCE = 20_000;
/** Other messages of the sender are brought to their end so often, while ever new ones come in. */
const ROUNDS = 3;

/**
 * Takes a submission with a card payment: stored as `unpaid`, then charged, then received. A post after the bank's
 * question is only read for its payment: the first post's words were stored. As long as a payment of the sender may have been
 * charged, none of other words begins, and no sentence says that nothing was charged.
 *
 * @param source who sends it, as for `storeSubmission`
 */
export async function submitPaid(
  deps: PaymentDeps,
  submission: Submission,
  payment: SentPayment,
  source: SubmissionSource,
): Promise<PaidSubmission> {
  const { name } = submission.form;
  if (payment.kind === 'card' && submission.email === '')
    return { kind: 'refused', status: 422, problems: [NO_ADDRESS] };
  const paid = await pay(deps, submission, payment, source);
  if (paid.kind === 'paid') return { kind: 'accepted', id: paid.submission, isFirst: paid.isFirst };
  if (paid.kind !== 'refused') return paid;
  const { why, reason } = paid;
  const isUnknown =
    SAYS_UNCHARGED.has(why) && (await hasUnknownPayment(deps.db, senderOf(name, submission.email)));
  return refused(isUnknown ? 'NOT_KNOWN_BEFORE' : why, reason);
}

/** Sentences about this very post, which would not be true of the sender's card beside another payment that is not known. */
const SAYS_UNCHARGED: ReadonlySet<PayRefusal> = new Set([
  'DECLINED',
  'CARD_NOT_USABLE',
  'NOT_SET_UP',
  'NOT_WORKING',
  'NOT_REACHED',
  'NOT_CONFIRMED',
  'NOT_OURS',
  'TOO_MANY_CARDS',
  'TOO_MANY_REFUSED',
]);

async function pay(
  deps: PaymentDeps,
  submission: Submission,
  payment: SentPayment,
  source: SubmissionSource,
): Promise<Paid> {
  const { name, payment: price } = submission.form;
  if (payment.kind === 'not-readable') return { kind: 'refused', why: 'CARD_NOT_USABLE' };
  if (deps.stripe === undefined || price === undefined) {
    // The keys may have been taken out since it was paid, or since the bank asked.
    const before =
      payment.kind === 'card'
        ? await paymentOfSame(deps.db, digestOf(submission, price), deps.clock())
        : await confirmedPayment(deps, name, payment.paymentIntent, payment.resubmitKey);
    if (before?.state === 'settled')
      return { kind: 'paid', submission: before.submission_id, isFirst: false };
    return { kind: 'refused', why: before && mayBeCharged(before) ? 'NOT_KNOWN' : 'NOT_SET_UP' };
  }
  const paying = { ...deps, stripe: deps.stripe.within(PATIENCE), takeCard: takeCardOf(deps) };
  if (payment.kind === 'confirmed')
    return payConfirmed(paying, name, payment.paymentIntent, payment.resubmitKey);
  for (let round = 0; round < ROUNDS; round++) {
    const stored = await storeSubmission(deps, submission, source, awaitedPayment(price));
    if (stored.kind !== 'payments-before') return payByCard(paying, stored.id, payment.paymentMethod);
    for (const before of stored.submissions) {
      const why = await endBefore(paying, before);
      if (why !== undefined) return { kind: 'refused', why };
    }
  }
  return { kind: 'refused', why: 'OVERTAKEN' };
}

/** Cards that Stripe refuses count for the whole site; whoever tries stolen ones comes from many networks. */
function takeCardOf({ takeFromLimit }: PaymentDeps): PayDeps['takeCard'] {
  return async () => {
    try {
      return await takeFromLimit(PAYMENT_LIMITS.refusedCards, 'of the site');
    } catch (error) {
      if (error instanceof RefusalError) return undefined;
      throw error;
    }
  };
}

/** By the address a second try is known, so that it does not charge twice. */
const NO_ADDRESS = {
  code: 'REQUIRED_FIELD_MISSING',
  field: 'email',
  message: FORM_FIELD_ERRORS.MISSING_FOR_PAYMENT,
} as const;

/** Nothing typed is lost: the page still has it, and shows this sentence under the card field. */
function refused(why: PayRefusal, reason = ''): FormRefusal {
  const { code, message } = PAYMENT_ERRORS[why];
  const problem = { code, field: PAYMENT_FIELDS.method, message: filled(message, { reason }) };
  return { kind: 'refused', status: 422, problems: [problem] };
}

/** Nothing was stored: these other messages of the sender have payments that have to be over first. */
type PaymentsBefore = { readonly kind: 'payments-before'; readonly submissions: readonly string[] };

/** What comes with storing a message that has to be paid before anybody is told of it: its payment, and those before it. */
function awaitedPayment(price: AwaitedPayment<never>['price']): AwaitedPayment<PaymentsBefore> {
  return {
    price,
    sharesKey: async (tx, first, digest, now) => {
      await adoptPaymentsOf(tx, first, now);
      return first.digest === digest
        ? undefined
        : waitFor(await paymentsBefore(tx, { submission: first.id }, now));
    },
    findSame: async (tx, { form, email, digest }, now) => {
      const sender = senderOf(form, email);
      await advisoryLock(tx, `payments of ${sender}`);
      await adoptPaymentsOf(tx, { email, digest }, now);
      const same = await paymentOfSame(tx, digest, now);
      const ofSender = same?.state === 'settled' ? [] : await paymentsBefore(tx, { sender }, now);
      const before = waitFor(ofSender.filter((id) => id !== same?.submission_id));
      if (before !== undefined || same === undefined) return before;
      await beginAnew(tx, same, now);
      return { kind: 'repeated', id: same.submission_id };
    },
    stored: storePayment,
  };
}

function waitFor(submissions: readonly string[]): PaymentsBefore | undefined {
  return submissions.length === 0 ? undefined : { kind: 'payments-before', submissions };
}
