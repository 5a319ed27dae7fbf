import type { SubmissionError } from '@formspree/core';
import { FORM_WORDS } from '#content/forms.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { PAYMENT_FIELDS, PAYMENT_TAKEN } from '#features/forms/contract.ts';
import type { PaymentProblem, PaymentTaken } from '#features/forms/web/payment.ts';
import {
  isOfLibrary,
  type MessageFields,
  notReached,
  submissionProblem,
} from '#features/forms/web/submission-problem.ts';

/** The service's answer about the payment, from the address of the next page. */
export function paymentTaken(next: string): PaymentTaken {
  const said = URL.canParse(next) ? new URL(next).searchParams.get(PAYMENT_TAKEN.parameter) : null;
  if (said === PAYMENT_TAKEN.yes) return 'taken';
  return said === PAYMENT_TAKEN.no ? 'none' : 'not-told';
}

/** A random id for one payment, kept until its outcome is known. */
export function newAttempt(): string {
  // `randomUUID` exists on https pages only.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Turns a refusal of a message with a payment into what the page shows. No answer tells nothing about the card. */
export function paymentProblem(
  error: SubmissionError<MessageFields>,
  labels: Readonly<Record<string, string>>,
): PaymentProblem {
  const { fields, detail } = submissionProblem(error, labels);
  if (detail === notReached())
    return { fields, detail: FORM_WORDS.paymentNotKnown, isKnown: false, works: true };
  const said = error
    .getFieldErrors(PAYMENT_FIELDS.method as keyof MessageFields)
    .map(({ message }) => message);
  const says = (...why: (keyof typeof PAYMENT_ERRORS)[]) =>
    why.some((one) => said.includes(PAYMENT_ERRORS[one].message));
  // No other sentence tells what became of the payment, or of an earlier press.
  const isTold = said.some((message) => !isOfLibrary(message));
  const isKnown = isTold && !says('NOT_KNOWN', 'NOT_KNOWN_BEFORE');
  if (!says('NOT_WORKING', 'NOT_SET_UP')) return { fields, detail, isKnown, works: true };
  // The card field disappears, and its sentence with it.
  const ofCard = ({ field }: { readonly field: string }) => field === PAYMENT_FIELDS.method;
  return {
    fields: fields.filter((one) => !ofCard(one)),
    detail: [...fields.filter(ofCard).map(({ message }) => message), detail].join(' ').trim(),
    isKnown,
    works: false,
  };
}
