import type { SubmissionError } from '@formspree/core';
import { FORM_WORDS } from '#content/forms.ts';
import { PAYMENT_ERRORS } from '#features/card-payments/refusals.ts';
import { PAYMENT_FIELDS, PAYMENT_TAKEN } from '#features/forms/contract.ts';
import type { PaymentProblem, PaymentTaken } from '#features/forms/web/payment.ts';
import {
  isOfLibrary,
  type MessageFields,
  notReached,
  parameterOf,
  submissionProblem,
} from '#features/forms/web/submission-problem.ts';

export function paymentTaken(next: string): PaymentTaken {
  const said = parameterOf(next, PAYMENT_TAKEN.parameter);
  if (said === PAYMENT_TAKEN.yes) return 'taken';
  return said === PAYMENT_TAKEN.no ? 'none' : 'not-told';
}

export function newAttempt(): string {
  // `crypto.randomUUID` exists only on pages served over HTTPS.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Turns a refusal into what the page shows. After a lost answer the payment's result is unknown. */
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
  // Only errors from the form service report the payment's result. Errors that the form library makes itself do not.
  const isTold = said.some((message) => !isOfLibrary(message));
  const isKnown = isTold && !says('NOT_KNOWN', 'NOT_KNOWN_BEFORE');
  if (!says('NOT_WORKING', 'NOT_SET_UP')) return { fields, detail, isKnown, works: true };
  // The card field closes, so its error moves above the form.
  const ofCard = ({ field }: { readonly field: string }) => field === PAYMENT_FIELDS.method;
  return {
    fields: fields.filter((one) => !ofCard(one)),
    detail: [...fields.filter(ofCard).map(({ message }) => message), detail].join(' ').trim(),
    isKnown,
    works: false,
  };
}
