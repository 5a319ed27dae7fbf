import type { SubmissionResult } from '@formspree/core';
import type { MessageFields } from './submission-problem.ts';

/** Hands a message to the form service. Never throws. */
export type SubmitMessage = (values: FormData) => Promise<SubmissionResult<MessageFields>>;

/** What an open card field offers to the form around it. */
export type CardHandle = {
  /** The card details are complete, and Stripe is there to take them. */
  readonly isReady: () => boolean;
  /** Sends the message with a payment by the card. */
  readonly submit: SubmitMessage;
};
