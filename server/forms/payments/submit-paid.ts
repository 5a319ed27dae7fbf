import { PAYMENT_ERRORS } from '#contract/form-errors.ts';
import { PAYMENT_FIELDS } from '#contract/forms.ts';
import { filled } from '#contract/page-errors.ts';
import type { Submission } from '#server/forms/check-submission.ts';
import { type FormRefusal, refusalOf } from '#server/forms/form-refusal.ts';
import { type StoreDeps, storeSubmission } from '#server/forms/store-submission.ts';
import { type ChargeDeps, type ChargeRefusal, chargeCard, chargeConfirmed } from './charge.ts';
import { receivePaid } from './receive-paid.ts';
import type { StripeApi } from './stripe-api.ts';
import type { SentPayment } from './take-payment.ts';

export type PaymentDeps = StoreDeps &
  Omit<ChargeDeps, 'stripe'> & {
    /** Undefined when no secret key is configured. */
    readonly stripe: StripeApi | undefined;
  };

export type PaidSubmission =
  /** `isFirst`: it was this very post that received it. */
  | { readonly kind: 'accepted'; readonly id: string; readonly isFirst: boolean }
  /** The library shows the bank's question and posts again with the key. */
  | { readonly kind: 'bank-asks'; readonly clientSecret: string; readonly resubmitKey: string }
  | FormRefusal;

/**
 * Takes a submission with a card payment: stored as `unpaid`, then charged, then received. A post after the bank's
 * question is only read for its payment: the first post's words were stored.
 *
 * @param payment not `none`
 * @param source who sends it, as for `storeSubmission`
 */
export async function submitPaid(
  deps: PaymentDeps,
  submission: Submission,
  payment: Exclude<SentPayment, { kind: 'none' }>,
  source: {
    readonly userId: string | undefined;
    readonly isFromElsewhere: boolean;
    readonly key: string | undefined;
  },
): Promise<PaidSubmission> {
  const { stripe } = deps;
  const { name, payment: price } = submission.form;
  if (stripe === undefined || price === undefined) return refused('NOT_SET_UP');
  if (payment.kind === 'not-readable') return refused('CARD_NOT_USABLE');
  const charging = { ...deps, stripe };
  if (payment.kind === 'card') {
    if (submission.email === '') return { kind: 'refused', status: 422, problems: [NO_ADDRESS] };
    const stored = await storeSubmission(deps, submission, { ...source, price });
    if (stored.kind === 'key-reused') return refusalOf('IDEMPOTENCY_KEY_REUSED');
    return settled(deps, await chargeCard(charging, stored.id, payment.paymentMethod));
  }
  return settled(deps, await chargeConfirmed(charging, name, payment.paymentIntent, payment.resubmitKey));
}

/** By the address a second try is known, so that it does not charge twice. */
const NO_ADDRESS = {
  code: 'REQUIRED_FIELD_MISSING',
  field: 'email',
  message: 'is missing, and a payment needs it. Please fill it in.',
} as const;

async function settled(
  deps: PaymentDeps,
  charge: Awaited<ReturnType<typeof chargeCard>>,
): Promise<PaidSubmission> {
  switch (charge.kind) {
    case 'paid':
      return { kind: 'accepted', id: charge.submission, isFirst: await receivePaid(deps, charge.submission) };
    case 'bank-asks':
      return charge;
    case 'refused':
      return refused(charge.why, charge.reason);
  }
}

/** Nothing typed is lost: the page still has it, and shows this sentence under the card field. */
function refused(why: ChargeRefusal, reason = ''): FormRefusal {
  const { code, message } = PAYMENT_ERRORS[why];
  const problem = { code, field: PAYMENT_FIELDS.method, message: filled(message, { reason }) };
  return { kind: 'refused', status: 422, problems: [problem] };
}
