import type { SubmissionError } from '@formspree/core';
import { FORM_WORDS } from '#content/forms.ts';
import { type FieldProblem, FORM_ERRORS } from '#contract/errors.ts';
import { isFormErrorCode } from '#contract/forms.ts';

/** The fields of both forms (spec §3) and what they are called on the page. */
export type MessageFields = { name: string; email: string; message: string };

/**
 * What the library says when no answer of a form service came: the browser's words for a lost connection or for text
 * that is not JSON, and its own for JSON of another shape. They help nobody who wanted to send a message.
 */
const NOT_FROM_THE_SERVICE =
  /^(Unexpected|Failed to fetch|NetworkError|Load failed|JSON|The string did not match|Unknown error)/i;

/** What the library says about a card by itself, without an answer of the service. */
const LIBRARY_ON_CARDS: Readonly<Record<string, string>> = {
  'Error creating payment method': FORM_WORDS.cardNotTaken,
  'Stripe SCA error': FORM_WORDS.cardNotConfirmed,
};

export type SubmissionProblem = {
  /** Each refused field once, its sentences behind its label (spec §5). */
  readonly fields: readonly FieldProblem[];
  /** Why the whole submission was refused; empty when only fields were. */
  readonly detail: string;
};

/** Turns what the form service refused into what the page shows. */
export function submissionProblem(
  error: SubmissionError<MessageFields>,
  labels: Readonly<Record<string, string>>,
): SubmissionProblem {
  const fields: FieldProblem[] = [];
  const whole: string[] = [];
  for (const [field, problems] of error.getAllFieldErrors()) {
    const said = problems.map(({ message }) => LIBRARY_ON_CARDS[message] ?? message).join(', ');
    // A field that the page does not have can only be told about as a whole.
    if (Object.hasOwn(labels, field)) fields.push({ field, message: `${labels[field]} ${said}` });
    else whole.push(`${field} ${said}`);
  }
  for (const { code, message } of error.getFormErrors()) {
    if (isFormErrorCode(code)) whole.push(FORM_ERRORS[code]);
    else whole.push(NOT_FROM_THE_SERVICE.test(message) ? FORM_WORDS.notReached : message);
  }
  return { fields, detail: whole.join(' ') };
}
