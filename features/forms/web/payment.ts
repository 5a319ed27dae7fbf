import type { SubmissionError, SubmissionResult } from '@formspree/core';
import type { ComponentType, RefObject } from 'react';
import type { PaymentWords } from '#content/forms.ts';
import type { MessageFields, SubmissionProblem } from './submission-problem.ts';

/** Whether an accepted message was paid. A hosted form service does not report this: `not-told`. */
export type PaymentTaken = 'taken' | 'none' | 'not-told';

export type PaymentProblem = SubmissionProblem & {
  /** Whether the outcome is known: the service reported that no payment was taken and that none is pending. */
  readonly isKnown: boolean;
  /** False if no payment can succeed at all. */
  readonly works: boolean;
};

/** Sends a message to the form service. Never throws. */
export type SubmitMessage = (values: FormData) => Promise<SubmissionResult<MessageFields>>;

/** The API of an open card field for its form. */
export type CardHandle = {
  /** True if the card details are complete and can be sent. */
  readonly isReady: () => boolean;
  /** Sends the message together with a payment by this card. */
  readonly submit: SubmitMessage;
  /** A random id for one payment, kept until its outcome is known. */
  readonly newAttempt: () => string;
  readonly paymentProblem: (
    error: SubmissionError<MessageFields>,
    labels: Readonly<Record<string, string>>,
  ) => PaymentProblem;
  /** Reads the service's answer about the payment from the address of the next page. */
  readonly paymentTaken: (next: string) => PaymentTaken;
};

export type PaymentPartProps = {
  readonly words: PaymentWords;
  /** Scheme and host of the form service, and the form's key there. */
  readonly endpoint: string;
  readonly formKey: string;
  readonly problem: string | undefined;
  /** Called when the visitor changes the card details. */
  readonly onChange: () => void;
  readonly card: RefObject<CardHandle | null>;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** True while a message is being sent; the payment part then cannot be opened or closed. */
  readonly busy: boolean;
};

export type Payment = {
  readonly Part: ComponentType<PaymentPartProps>;
  /** Fills in `{amount}` in a sentence. */
  readonly withAmount: (sentence: string, words: PaymentWords) => string;
};

/** The payment part of the form; undefined if no feature takes payments. */
export const [PAYMENT] = Object.values(
  import.meta.glob<Payment>('/features/*/web/slots/payment.tsx', { eager: true, import: 'default' }),
);
