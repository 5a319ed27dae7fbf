import type { SubmissionError, SubmissionResult } from '@formspree/core';
import type { ComponentType, RefObject } from 'react';
import type { PaymentWords } from '#content/forms.ts';
import type { MessageFields, SubmissionProblem } from './submission-problem.ts';

/** Whether an accepted message was paid. `not-told`: a hosted form service does not report this. */
export type PaymentTaken = 'taken' | 'none' | 'not-told';

export type PaymentProblem = SubmissionProblem & {
  /** True if the service reported that no payment was taken and none is pending. */
  readonly isKnown: boolean;
  readonly works: boolean;
};

/** Sends a message to the form service. Never throws. */
export type SubmitMessage = (values: FormData) => Promise<SubmissionResult<MessageFields>>;

export type CardHandle = {
  readonly isReady: () => boolean;
  readonly submit: SubmitMessage;
  readonly newAttempt: () => string;
  readonly paymentProblem: (
    error: SubmissionError<MessageFields>,
    labels: Readonly<Record<string, string>>,
  ) => PaymentProblem;
  readonly paymentTaken: (next: string) => PaymentTaken;
};

export type PaymentPartProps = {
  readonly words: PaymentWords;
  readonly endpoint: string;
  readonly formKey: string;
  readonly problem: string | undefined;
  readonly onChange: () => void;
  readonly card: RefObject<CardHandle | null>;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** True while a message is being sent. The payment part then cannot be opened or closed. */
  readonly busy: boolean;
};

export type Payment = {
  readonly Part: ComponentType<PaymentPartProps>;
  readonly withAmount: (sentence: string, words: PaymentWords) => string;
};

export const [PAYMENT] = Object.values(
  import.meta.glob<Payment>('/features/*/web/slots/payment.tsx', { eager: true, import: 'default' }),
);
