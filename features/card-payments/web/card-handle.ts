import type { SubmissionResult } from '@formspree/core';
import type { MessageFields } from '#features/forms/web/submission-problem.ts';
import type { newAttempt, paymentProblem, paymentTaken } from './payment-answer.ts';

/** Sends a message to the form service. Never throws. */
export type SubmitMessage = (values: FormData) => Promise<SubmissionResult<MessageFields>>;

/** The API of an open card field for its form. */
export type CardHandle = {
  /** Whether the card details are complete and Stripe is loaded. */
  readonly isReady: () => boolean;
  /** Sends the message with a payment by the card. */
  readonly submit: SubmitMessage;
  /** What the form needs for such a message: loaded with the card field only. */
  readonly newAttempt: typeof newAttempt;
  readonly paymentProblem: typeof paymentProblem;
  readonly paymentTaken: typeof paymentTaken;
};
