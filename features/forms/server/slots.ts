import type { Selectable } from 'kysely';
import { FORMS } from '#features/forms/contract.ts';
import type { Tx } from '#server/database/database.ts';
import type { AppDeps, WithFeatures } from '#server/feature.ts';
import { counter, OTHER } from '#server/metrics/series.ts';
import type { SentPayment, Submission } from './check-submission.ts';
import type { FormDefinition } from './form-definitions.ts';
import type { SubmissionSource } from './store-submission.ts';
import type { SubmissionsTable } from './tables.ts';

declare module '#server/feature.ts' {
  interface Feature {
    readonly forms?: readonly FormDefinition[];
    /** Called when messages are erased by their sender or with the sender’s account. */
    readonly messagesErased?: (tx: Tx, ids: readonly string[]) => Promise<void>;
    /** Stores data that must outlive deleted messages. Not called if the sender erased the messages. */
    readonly messagesDeleted?: (tx: Tx, messages: readonly DeletedMessage[]) => Promise<void>;
    /** Takes messages with a card payment, which are otherwise refused. */
    readonly submitPaid?: SubmitPaid;
  }
}

export type DeletedMessage = Pick<
  Selectable<SubmissionsTable>,
  'id' | 'form' | 'email' | 'digest' | 'state' | 'payment_intent' | 'amount' | 'created_at'
>;

/** Stores a message as unpaid, takes its payment, and marks the message as received. Throws `FormRefusalError`. */
type SubmitPaid = (
  deps: AppDeps,
  submission: Submission,
  payment: SentPayment,
  source: SubmissionSource,
) => Promise<PaidSubmission>;

export type PaidSubmission =
  /** The card was charged. `isFirst`: this request, not an earlier one, marked the message as received. */
  | { readonly kind: 'accepted'; readonly id: string; readonly isFirst: boolean }
  /** The bank asks the cardholder to confirm. Formspree's library shows this and posts again with `resubmitKey`. */
  | { readonly kind: 'bank-asks'; readonly clientSecret: string; readonly resubmitKey: string };

export const submitPaidOf = ({ features }: WithFeatures) =>
  features.find(({ submitPaid }) => submitPaid !== undefined)?.submitPaid;

export const submissionsTo = (...form: readonly string[]) =>
  counter(
    'site_form_submissions_total',
    'Answers of the form service. unpaid: the bank asks the sender first. A payment found later counts as other.',
    { form, outcome: ['received', 'quarantined', 'duplicate', 'unpaid', 'refused', 'failed'] },
  );

export const FORM_SUBMISSIONS = submissionsTo(...Object.values(FORMS), OTHER);
