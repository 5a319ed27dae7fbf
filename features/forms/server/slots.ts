import type { Selectable } from 'kysely';
import type { Tx } from '#server/database/database.ts';
import type { Deps } from '#server/feature.ts';
import type { SentPayment, Submission } from './check-submission.ts';
import type { FormDefinition } from './form-definitions.ts';
import type { FormRefusal } from './form-refusal.ts';
import type { StoreDeps, SubmissionSource } from './store-submission.ts';
import type { SubmissionsTable } from './tables.ts';

declare module '#server/feature.ts' {
  /** What forms ask of other features. */
  interface Feature {
    readonly forms?: readonly FormDefinition[];
    /** Forgets what it keeps of messages that are erased. */
    readonly messagesErased?: (tx: Tx, ids: readonly string[]) => Promise<void>;
    /** Notes what has to outlive messages that are deleted, but not erased by their sender. */
    readonly messagesDeleted?: (tx: Tx, messages: readonly DeletedMessage[]) => Promise<void>;
    /** Takes messages that carry a card payment; without it, those are refused. Called once, at the start. */
    readonly payments?: (deps: AppDeps & StoreDeps) => SubmitPaid;
  }
}

export type DeletedMessage = Pick<
  Selectable<SubmissionsTable>,
  'id' | 'form' | 'email' | 'digest' | 'state' | 'payment_intent' | 'amount' | 'created_at'
>;

/** Stores a message, takes its payment, and receives it once that went through. */
type SubmitPaid = (
  submission: Submission,
  payment: SentPayment,
  source: SubmissionSource,
) => Promise<PaidSubmission>;

export type PaidSubmission =
  /** `isFirst`: it was this very post that received it. */
  | { readonly kind: 'accepted'; readonly id: string; readonly isFirst: boolean }
  /** The library shows the bank's question and posts again with the key. */
  | { readonly kind: 'bank-asks'; readonly clientSecret: string; readonly resubmitKey: string }
  | FormRefusal;

export const paymentsOf = ({ features }: Pick<Deps, 'features'>) =>
  features.find(({ payments }) => payments !== undefined)?.payments;
