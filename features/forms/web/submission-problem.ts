import type { SubmissionError } from '@formspree/core';
import { FORM_WORDS } from '#content/forms.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { isFormErrorCode } from '#features/forms/contract.ts';
import { FORM_ERRORS } from '#features/forms/refusals.ts';

/** The fields of the contact and feedback forms (docs/product.md, "Form fields"). */
export type MessageFields = { name: string; email: string; message: string };

/** Errors of the browser or of Formspree's library. The visitor sees a sentence with a next step instead. */
const NOT_FROM_THE_SERVICE =
  /^(Unexpected|Failed to fetch|NetworkError|Load failed|JSON|The string did not match|Unknown error)/i;

/** Our sentences for the library's own messages about a card. */
const LIBRARY_ON_CARDS: Readonly<Record<string, string>> = {
  'Error creating payment method': FORM_WORDS.cardNotTaken,
  'Stripe SCA error': FORM_WORDS.cardNotConfirmed,
};

/** @public */
export const isOfLibrary = (message: string) => Object.hasOwn(LIBRARY_ON_CARDS, message);

export function notReached(): string {
  return navigator.onLine === false ? FORM_WORDS.offline : FORM_WORDS.notReached;
}

export type SubmissionProblem = {
  /** Each refused field once: its label, then its error sentences (docs/product.md, "Form codes"). */
  readonly fields: readonly FieldProblem[];
  /** Why the whole submission was refused. Empty if only fields were refused. */
  readonly detail: string;
};

export function submissionProblem(
  error: SubmissionError<MessageFields>,
  labels: Readonly<Record<string, string>>,
): SubmissionProblem {
  const fields: FieldProblem[] = [];
  const whole: string[] = [];
  for (const [field, problems] of error.getAllFieldErrors()) {
    const said = problems.map(({ message }) => LIBRARY_ON_CARDS[message] ?? message).join(', ');
    // An error of a field that the form does not have is shown above the form.
    if (Object.hasOwn(labels, field)) fields.push({ field, message: `${labels[field]} ${said}` });
    else whole.push(`${field} ${said}`);
  }
  for (const { code, message } of error.getFormErrors()) {
    if (isFormErrorCode(code)) whole.push(FORM_ERRORS[code]);
    else whole.push(NOT_FROM_THE_SERVICE.test(message) ? notReached() : message);
  }
  return { fields, detail: whole.join(' ') };
}

/** A query parameter of the address that the form service names as the next page. A hosted service may name only a path. */
export function parameterOf(next: string, name: string): string | null {
  return URL.canParse(next) ? new URL(next).searchParams.get(name) : null;
}
