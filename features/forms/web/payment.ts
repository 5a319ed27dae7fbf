import type { SubmissionError, SubmissionResult } from '@formspree/core';
import type { ComponentType, RefObject } from 'react';
import type { PaymentWords } from '#content/forms.ts';
import type { MessageFields, SubmissionProblem } from './submission-problem.ts';

/** Whether an accepted message was paid; a hosted form service does not say. */
export type PaymentTaken = 'taken' | 'none' | 'not-told';

export type PaymentProblem = SubmissionProblem & {
  /** The service said that the payment failed, and that none is under way. */
  readonly isKnown: boolean;
  /** False if no payment can succeed. */
  readonly works: boolean;
};

/** Sends a message to the form service. Never throws. */
export type SubmitMessage = (values: FormData) => Promise<SubmissionResult<MessageFields>>;

/** The API of an open card field for its form. */
export type CardHandle = {
  /** True if the card details are complete and can be sent. */
  readonly isReady: () => boolean;
  /** Sends the message with a payment by the card. */
  readonly submit: SubmitMessage;
  /** A random id for one payment, kept until its outcome is known. */
  readonly newAttempt: () => string;
  readonly paymentProblem: (
    error: SubmissionError<MessageFields>,
    labels: Readonly<Record<string, string>>,
  ) => PaymentProblem;
  /** The service's answer about the payment, from the address of the next page. */
  readonly paymentTaken: (next: string) => PaymentTaken;
};

export type PaymentPartProps = {
  readonly words: PaymentWords;
  /** Scheme and host of the form service, and the form's key there. */
  readonly endpoint: string;
  readonly formKey: string;
  readonly problem: string | undefined;
  /** The visitor changed the card details. */
  readonly onChange: () => void;
  readonly card: RefObject<CardHandle | null>;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** While a message is being sent, the part cannot be opened or closed. */
  readonly busy: boolean;
};

export type Payment = {
  readonly Part: ComponentType<PaymentPartProps>;
  /** Fills in `{amount}`. */
  readonly withAmount: (sentence: string, words: PaymentWords) => string;
};

/** Undefined without a feature that takes payments. */
export const [PAYMENT] = Object.values(
  import.meta.glob<Payment>('/features/*/web/slots/payment.tsx', { eager: true, import: 'default' }),
);
