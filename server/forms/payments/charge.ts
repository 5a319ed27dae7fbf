import type { Logger } from 'pino';
import { BRAND } from '#content/brand.ts';
import type { PAYMENT_ERRORS } from '#contract/form-errors.ts';
import type { Db } from '#server/database/database.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { openResubmitKey, sealResubmitKey } from './resubmit-key.ts';
import type { Intent, StripeApi } from './stripe-api.ts';

export type ChargeDeps = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly stripe: StripeApi;
};

export type ChargeRefusal = keyof typeof PAYMENT_ERRORS;

export type Charge =
  /** The money is on its way; the submission has to be handed over now. */
  | { readonly kind: 'paid'; readonly submission: string }
  /** The cardholder's bank asks first; the page comes back with the key. */
  | { readonly kind: 'bank-asks'; readonly clientSecret: string; readonly resubmitKey: string }
  /** With Stripe's reason for the cardholder, where it gave one. */
  | { readonly kind: 'refused'; readonly why: ChargeRefusal; readonly reason?: string };

/** A submission that waits for its payment. */
type Unpaid = {
  readonly id: string;
  readonly form: string;
  readonly amount: number;
  readonly currency: string;
  readonly intent: string | null;
};

/**
 * Charges the card for a stored `unpaid` submission. The payment's id is stored before anything is charged, and Stripe
 * charges a payment at most once: neither concurrent posts, a lost answer nor a crash charges twice or loses who paid
 * (docs/decisions/0019-paying-by-card-with-a-message.md).
 *
 * @param paymentMethod Stripe's id of the card, as the page sent it
 */
export async function chargeCard(
  deps: ChargeDeps,
  submission: string,
  paymentMethod: string,
): Promise<Charge> {
  const unpaid = await findUnpaid(deps.db, submission);
  if (unpaid === 'paid') return { kind: 'paid', submission };
  if (unpaid === undefined) return refused('NOT_OURS');
  const intent = unpaid.intent === null ? await begin(deps, unpaid) : await ongoing(deps, unpaid.intent);
  if (intent === 'overtaken') return chargeCard(deps, submission, paymentMethod);
  if (typeof intent === 'string') return refused(intent);
  if (isOpen(intent)) return confirm(deps, unpaid, intent.id, paymentMethod);
  if (
    intent.status !== 'canceled' &&
    (intent.status !== 'requires_action' || intent.paymentMethod === paymentMethod)
  )
    return outcomeOf(deps, unpaid, intent);
  // It cannot take another card. It is ended first, so that it can never be charged as well.
  if (intent.status === 'requires_action') {
    const ended = await deps.stripe.cancel(intent.id);
    if (ended.kind !== 'intent') return askAgain(deps, unpaid, intent.id, 'NOT_KNOWN');
  }
  const fresh = await begin(deps, { ...unpaid, intent: intent.id });
  if (fresh === 'overtaken') return chargeCard(deps, submission, paymentMethod);
  return typeof fresh === 'string' ? refused(fresh) : confirm(deps, unpaid, fresh.id, paymentMethod);
}

/** Goes on where `chargeCard` answered `bank-asks`: charges the payment that the cardholder has confirmed. */
export async function chargeConfirmed(
  deps: ChargeDeps,
  form: string,
  paymentIntent: string,
  resubmitKey: string,
): Promise<Charge> {
  const key = openResubmitKey(deps.keyring, resubmitKey, deps.clock());
  if (key === undefined || key.form !== form || key.intent !== paymentIntent) return refused('NOT_OURS');
  const unpaid = await findUnpaid(deps.db, key.submission);
  if (unpaid === 'paid') return { kind: 'paid', submission: key.submission };
  if (
    unpaid === undefined ||
    unpaid.intent !== key.intent ||
    unpaid.amount !== key.amount ||
    unpaid.currency !== key.currency
  )
    return refused('NOT_OURS');
  const intent = await ongoing(deps, key.intent);
  if (typeof intent === 'string') return refused(intent);
  if (intent.amount !== key.amount || intent.currency !== key.currency) return refused('NOT_OURS');
  if (intent.status === 'succeeded') return { kind: 'paid', submission: unpaid.id };
  return intent.status === 'requires_confirmation'
    ? confirm(deps, unpaid, key.intent)
    : refused('NOT_CONFIRMED');
}

async function findUnpaid(db: Db, id: string): Promise<Unpaid | 'paid' | undefined> {
  const row = await db
    .selectFrom('submissions')
    .select(['id', 'form', 'state', 'amount', 'currency', 'payment_intent as intent'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined || row.amount === null || row.currency === null) return undefined;
  if (row.state === 'received') return 'paid';
  return row.state === 'unpaid' ? { ...row, amount: row.amount, currency: row.currency } : undefined;
}

/** Makes the payment at Stripe, and stores its id before it can be charged, in place of the one in `unpaid`. */
async function begin(
  { db, stripe }: ChargeDeps,
  unpaid: Unpaid,
): Promise<Intent | 'overtaken' | 'NOT_REACHED'> {
  const made = await stripe.create({
    amount: unpaid.amount,
    currency: unpaid.currency,
    description: `${BRAND.product}: ${unpaid.form}`,
    submission: unpaid.id,
  });
  if (made.kind !== 'intent') return 'NOT_REACHED';
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ payment_intent: made.intent.id })
    .where('id', '=', unpaid.id)
    .where('state', '=', 'unpaid')
    .where('payment_intent', unpaid.intent === null ? 'is' : '=', unpaid.intent)
    .executeTakeFirst();
  // Another post of the same message was quicker: its payment counts, and ours is never charged.
  return numUpdatedRows === 1n ? made.intent : 'overtaken';
}

/** A payment that may have been charged by an earlier post. */
async function ongoing({ stripe }: ChargeDeps, id: string): Promise<Intent | 'NOT_KNOWN'> {
  const found = await stripe.retrieve(id);
  return found.kind === 'intent' ? found.intent : 'NOT_KNOWN';
}

async function confirm(
  deps: ChargeDeps,
  unpaid: Unpaid,
  intent: string,
  paymentMethod?: string,
): Promise<Charge> {
  const answer = await deps.stripe.confirm(intent, paymentMethod);
  switch (answer.kind) {
    case 'intent':
      return outcomeOf(deps, unpaid, answer.intent);
    case 'declined':
      return { kind: 'refused', why: 'DECLINED', reason: answer.reason };
    case 'turned-away':
      return refused('NOT_REACHED');
    case 'not-possible':
      return askAgain(deps, unpaid, intent, 'CARD_NOT_USABLE');
    case 'not-found':
    case 'unknown':
      // Open or not: what was asked may still be under way.
      return askAgain(deps, unpaid, intent, 'NOT_KNOWN');
  }
}

/** Asks Stripe for the payment after a call that did not tell its state. */
async function askAgain(
  deps: ChargeDeps,
  unpaid: Unpaid,
  id: string,
  ifOpen: 'CARD_NOT_USABLE' | 'NOT_KNOWN',
): Promise<Charge> {
  const intent = await ongoing(deps, id);
  if (typeof intent === 'string') return refused(intent);
  return isOpen(intent) ? refused(ifOpen) : outcomeOf(deps, unpaid, intent);
}

function outcomeOf(deps: ChargeDeps, unpaid: Unpaid, intent: Intent): Charge {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'paid', submission: unpaid.id };
    case 'requires_action':
      return bankAsks(deps, unpaid, intent);
    case 'canceled':
      return refused('CARD_NOT_USABLE');
    default:
      return refused('NOT_KNOWN');
  }
}

function bankAsks({ keyring, clock }: ChargeDeps, unpaid: Unpaid, intent: Intent): Charge {
  const { id: submission, form, amount, currency } = unpaid;
  const pending = { submission, form, amount, currency, intent: intent.id };
  return {
    kind: 'bank-asks',
    clientSecret: intent.clientSecret,
    resubmitKey: sealResubmitKey(keyring, pending, clock()),
  };
}

/** Not charged, and ready for a card. */
function isOpen({ status }: Intent): boolean {
  return status === 'requires_payment_method' || status === 'requires_confirmation';
}

function refused(why: ChargeRefusal): Charge {
  return { kind: 'refused', why };
}
