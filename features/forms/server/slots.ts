import type { Selectable } from 'kysely';
import type { Tx } from '#server/database/database.ts';
import type { WithFeatures } from '#server/feature.ts';
import type { SentPayment, Submission } from './check-submission.ts';
import type { FormDefinition } from './form-definitions.ts';
import type { FormRefusal } from './form-refusal.ts';
import type { StoreDeps, SubmissionSource } from './store-submission.ts';
import type { SubmissionsTable } from './tables.ts';

declare module '#server/feature.ts' {
  /** What forms need from other features. */
  interface Feature {
    readonly forms?: readonly FormDefinition[];
    /** Deletes what the feature stores about erased messages. */
    readonly messagesErased?: (tx: Tx, ids: readonly string[]) => Promise<void>;
    /** Stores what must outlive deleted messages that their sender did not erase. */
    readonly messagesDeleted?: (tx: Tx, messages: readonly DeletedMessage[]) => Promise<void>;
    /** Takes messages with a card payment; without it, they are refused. Called once, at the start. */
    readonly payments?: (deps: AppDeps & StoreDeps) => SubmitPaid;
  }
}

export type DeletedMessage = Pick<
  Selectable<SubmissionsTable>,
  'id' | 'form' | 'email' | 'digest' | 'state' | 'payment_intent' | 'amount' | 'created_at'
>;

/** Stores a message, takes its payment, and then receives it. */
type SubmitPaid = (
  submission: Submission,
  payment: SentPayment,
  source: SubmissionSource,
) => Promise<PaidSubmission>;

export type PaidSubmission =
  /** `isFirst`: this post received it. */
  | { readonly kind: 'accepted'; readonly id: string; readonly isFirst: boolean }
  /** The library shows the bank's question and posts again with the key. */
  | { readonly kind: 'bank-asks'; readonly clientSecret: string; readonly resubmitKey: string }
  | FormRefusal;

export const paymentsOf = ({ features }: WithFeatures) =>
  features.find(({ payments }) => payments !== undefined)?.payments;
