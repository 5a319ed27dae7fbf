import { PAYMENT_FIELDS } from '#features/forms/contract.ts';
import type { FormEntries } from './form-entries.ts';

/** What a body says about a card payment. */
export type SentPayment =
  /** Charge this card. */
  | { readonly kind: 'card'; readonly paymentMethod: string }
  /** The cardholder's bank has agreed: finish this payment. */
  | { readonly kind: 'confirmed'; readonly paymentIntent: string; readonly resubmitKey: string }
  | { readonly kind: 'not-readable' };

/** As Stripe makes them. Longer or other texts are not even sent there. */
const METHOD = /^pm_\w{1,250}$/;
const INTENT = /^pi_\w{1,250}$/;

/** Takes the payment fields out of what was sent: nothing that comes after sees, stores or shows them. */
export function takePayment(entries: FormEntries): {
  /** Undefined without one. */
  readonly payment: SentPayment | undefined;
  /** By which the page knows its payment again. */
  readonly attempt: string | undefined;
  readonly entries: FormEntries;
} {
  const names: readonly string[] = Object.values(PAYMENT_FIELDS);
  return {
    payment: paymentIn(entries),
    attempt: entries.texts.get(PAYMENT_FIELDS.attempt)?.trim() || undefined,
    entries: {
      texts: new Map([...entries.texts].filter(([name]) => !names.includes(name))),
      notText: new Set([...entries.notText].filter((name) => !names.includes(name))),
      notStorable: entries.notStorable,
      files: entries.files.filter(({ field }) => !names.includes(field)),
    },
  };
}

function paymentIn({ texts, notText, files }: FormEntries): SentPayment | undefined {
  const names: readonly string[] = Object.values(PAYMENT_FIELDS);
  const isOdd = names.some((name) => notText.has(name)) || files.some(({ field }) => names.includes(field));
  if (isOdd) return { kind: 'not-readable' };
  const value = (name: string) => (texts.get(name) ?? '').trim();
  const paymentMethod = value(PAYMENT_FIELDS.method);
  const paymentIntent = value(PAYMENT_FIELDS.intent);
  const resubmitKey = value(PAYMENT_FIELDS.resubmitKey);
  if (paymentIntent !== '' || resubmitKey !== '') {
    return INTENT.test(paymentIntent) && paymentMethod === ''
      ? { kind: 'confirmed', paymentIntent, resubmitKey }
      : { kind: 'not-readable' };
  }
  if (paymentMethod === '') return undefined;
  return METHOD.test(paymentMethod) ? { kind: 'card', paymentMethod } : { kind: 'not-readable' };
}
