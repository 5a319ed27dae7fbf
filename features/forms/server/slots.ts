import type { Selectable } from 'kysely';
import { FORMS } from '#features/forms/contract.ts';
import type { Tx } from '#server/database/database.ts';
import type { WithFeatures } from '#server/feature.ts';
import { counter, OTHER } from '#server/metrics/series.ts';
import type { SentPayment, Submission } from './check-submission.ts';
import type { FormDefinition } from './form-definitions.ts';
import type { FormRefusal } from './form-refusal.ts';
import type { StoreDeps, SubmissionSource } from './store-submission.ts';
import type { SubmissionsTable } from './tables.ts';

declare module '#server/feature.ts' {
  interface Feature {
    readonly forms?: readonly FormDefinition[];
    readonly messagesErased?: (tx: Tx, ids: readonly string[]) => Promise<void>;
    /** Stores data that must outlive deleted messages. Not called if the sender erased the messages. */
    readonly messagesDeleted?: (tx: Tx, messages: readonly DeletedMessage[]) => Promise<void>;
    /** Takes messages with a card payment, which are otherwise refused. Called once, at the start of the server. */
    readonly payments?: (deps: AppDeps & StoreDeps) => SubmitPaid;
  }
}

export type DeletedMessage = Pick<
  Selectable<SubmissionsTable>,
  'id' | 'form' | 'email' | 'digest' | 'state' | 'payment_intent' | 'amount' | 'created_at'
>;

/** Stores a message as unpaid, takes its payment, and marks the message as received. */
type SubmitPaid = (
  submission: Submission,
  payment: SentPayment,
  source: SubmissionSource,
) => Promise<PaidSubmission>;

export type PaidSubmission =
  /** `isFirst`: this request marked the message as received, not an earlier one. */
  | { readonly kind: 'accepted'; readonly id: string; readonly isFirst: boolean }
  /** The bank asks the cardholder to confirm. Formspree's library shows this and posts again with `resubmitKey`. */
  | { readonly kind: 'bank-asks'; readonly clientSecret: string; readonly resubmitKey: string }
  | FormRefusal;

export const paymentsOf = ({ features }: WithFeatures) =>
  features.find(({ payments }) => payments !== undefined)?.payments;

export const submissionsTo = (...form: readonly string[]) =>
  counter(
    'site_form_submissions_total',
    'Answers of the form service. unpaid: the bank asks the sender first. A payment found later counts as other.',
    { form, outcome: ['received', 'quarantined', 'duplicate', 'unpaid', 'refused', 'failed'] },
  );

export const FORM_SUBMISSIONS = submissionsTo(...Object.values(FORMS), OTHER);
