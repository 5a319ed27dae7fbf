import { filled } from '#contract/page-errors.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { PAYMENT_FIELDS } from '#features/forms/contract.ts';
import { FORM_FIELD_ERRORS } from '#features/forms/refusals.ts';
import type { SentPayment, Submission } from '#features/forms/server/check-submission.ts';
import { type FormProblem, FormRefusalError } from '#features/forms/server/form-refusal.ts';
import type { PaidSubmission } from '#features/forms/server/slots.ts';
import {
  type AwaitedPayment,
  type SubmissionSource,
  storeSubmission,
  submissionDigest,
} from '#features/forms/server/store-submission.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import {
  confirmedPayment,
  endEarlierPayment,
  PaymentRefused,
  type PayRefusal,
  payByCard,
  payConfirmed,
  refusePayment,
} from './pay.ts';
import {
  adoptPaymentsOf,
  hasUnknownPayment,
  mayBeCharged,
  paymentOfSame,
  paymentSender,
  paymentsBefore,
  restartPayment,
  storePayment,
} from './payment.ts';
import type { SettleDeps } from './settle.ts';

/** The maximum number of rounds in which the sender's other payments are ended. New payments may begin during each round. */
const ROUNDS = 3;

/**
 * Stores a submission as `unpaid`, charges the card, then sets it to `received`. If the bank asks the cardholder to confirm, the
 * browser posts again, which only continues the payment. While it is unknown whether the sender was charged, no other payment
 * begins, and no answer denies the charge.
 * @param source who sends the submission, as for `storeSubmission`
 */
export async function submitPaid(
  deps: SettleDeps,
  submission: Submission,
  payment: SentPayment,
  source: SubmissionSource,
): Promise<PaidSubmission> {
  const { name } = submission.form;
  if (payment.kind === 'card' && submission.email === '') refuseField(NO_ADDRESS);
  try {
    return await pay(deps, submission, payment, source);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    const { why, reason } = error;
    deps.log.info({ form: name, payment: payment.kind, reason: why }, 'a payment was refused');
    const isUnknown =
      SAYS_UNCHARGED.has(why) && (await hasUnknownPayment(deps.db, paymentSender(name, submission.email)));
    // The refusal is shown under the card field. The page keeps the visitor's input.
    const { code, message } = PAYMENT_ERRORS[isUnknown ? 'NOT_KNOWN_BEFORE' : why];
    return refuseField({ code, field: PAYMENT_FIELDS.method, message: filled(message, { reason }) });
  }
}

function refuseField(problem: FormProblem): never {
  throw new FormRefusalError({ status: 422, problems: [problem] });
}

/** Refusals which say that nothing was charged. They are replaced while the result of another payment by the sender is unknown. */
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
  deps: SettleDeps,
  submission: Submission,
  payment: SentPayment,
  source: SubmissionSource,
): Promise<PaidSubmission> {
  const { name, payment: price } = submission.form;
  if (payment.kind === 'not-readable') refusePayment('CARD_NOT_USABLE');
  if (deps.stripe === undefined || price === undefined) {
    // The keys may have been removed after this message's card was charged, or while the bank asked the cardholder. The answer
    // therefore depends on the stored payment.
    const before =
      payment.kind === 'card'
        ? await paymentOfSame(deps.db, submissionDigest(submission, price), deps.clock())
        : await confirmedPayment(deps, name, payment.paymentIntent, payment.resubmitKey);
    if (before?.state === 'settled') return { kind: 'accepted', id: before.submission_id, isFirst: false };
    return refusePayment(before && mayBeCharged(before) ? 'NOT_KNOWN' : 'NOT_SET_UP');
  }
  const paying = { ...deps, stripe: deps.stripe };
  if (payment.kind === 'confirmed')
    return payConfirmed(paying, name, payment.paymentIntent, payment.resubmitKey);
  for (let round = 0; round < ROUNDS; round++) {
    const stored = await storeSubmission(deps, submission, source, awaitedPayment(price));
    if (stored.kind !== 'payments-before') return payByCard(paying, stored.id, payment.paymentMethod);
    for (const before of stored.submissions) await endEarlierPayment(paying, before);
  }
  return refusePayment('OVERTAKEN');
}

/** A paid message needs an email address, which identifies a repeated message, so that it is not charged twice. */
const NO_ADDRESS = {
  code: 'REQUIRED_FIELD_MISSING',
  field: 'email',
  message: FORM_FIELD_ERRORS.MISSING_FOR_PAYMENT,
} as const;

/** The message is not stored yet: the payments of these earlier messages must end first. */
type PaymentsBefore = { readonly kind: 'payments-before'; readonly submissions: readonly string[] };

/**
 * Describes how the payment of a message is stored together with the message, unless earlier payments of the sender must end
 * first.
 */
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
      const sender = paymentSender(form, email);
      await advisoryLock(tx, `payments of ${sender}`);
      await adoptPaymentsOf(tx, { email, digest }, now);
      const same = await paymentOfSame(tx, digest, now);
      const ofSender = same?.state === 'settled' ? [] : await paymentsBefore(tx, { sender }, now);
      const before = waitFor(ofSender.filter((id) => id !== same?.submission_id));
      if (before !== undefined || same === undefined) return before;
      await restartPayment(tx, same, now);
      return { kind: 'repeated', id: same.submission_id };
    },
    stored: storePayment,
  };
}

function waitFor(submissions: readonly string[]): PaymentsBefore | undefined {
  return submissions.length === 0 ? undefined : { kind: 'payments-before', submissions };
}
