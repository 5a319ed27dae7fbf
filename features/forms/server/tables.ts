import { FORM_COLUMNS } from '#content/features/forms-data.ts';
import type { IsoTime } from '#server/database/schema.ts';
import { isNotReceived } from '#server/database/search.ts';
import type { TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';
import { deleteNotifications } from '#server/mail/outbox.ts';
import { ofOwnSubmissions, ownSubmissions } from './own-messages.ts';

/** `quarantined`: the trap field was filled in. `unpaid`: waits for its card payment, and nobody was told of it. */
export type SubmissionState = 'received' | 'quarantined' | 'unpaid';

/** Messages through forms (docs/product.md, "Forms"). Those of a signed-in person are the `messages` of the record. */
export type SubmissionsTable = {
  id: string;
  form: string;
  state: SubmissionState;
  /** Who was signed in; the row is deleted with the account. For messages sent signed out see `deletePersonsMessages`. */
  user_id: string | null;
  name: string;
  /** As typed; its key is in `submission_senders`. */
  email: string;
  message: string;
  /** JSON object of all further fields. */
  fields: string;
  /** The sender's `Idempotency-Key`; unique per form. */
  idempotency_key: string | null;
  /** SHA-256 over form, sender and text, hex: detects a repeated submission. */
  digest: string;
  /** Stripe's id of the payment, if any; its state is in `payments`. */
  payment_intent: string | null;
  /** In the currency's smallest unit. */
  amount: number | null;
  /** Three lower-case letters. */
  currency: string | null;
  created_at: IsoTime;
  /** The promised date of an answer to a request about personal data. */
  due_at: IsoTime | null;
  /** When the operator was reminded, once. */
  reminded_at: IsoTime | null;
  /** When an operator marked it as done. */
  done_at: IsoTime | null;
  /** When an operator first opened it in the console, or marked it as read. */
  read_at: IsoTime | null;
  /** The operator's id. */
  assigned_to: string | null;
};

/** A file of a submission. */
export type SubmissionFilesTable = {
  id: string;
  submission_id: string;
  field: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Base64, for both databases. */
  content: string;
};

/** The sender's address of a submission, as its key. Rows for older versions are added hourly. */
type SubmissionSendersTable = {
  submission_id: string;
  /** Key of the address (`contract/address.ts`); empty for none. */
  address: string;
};

export const formTables = {
  submissions: {
    ...FORM_COLUMNS.submissions,
    where: ownSubmissions,
    order: ['created_at', 'id'],
    isOfMailbox: true,
  },
  submission_files: {
    // The export has the content as a file.
    ...FORM_COLUMNS.submission_files,
    where: ofOwnSubmissions,
    order: ['submission_id', 'id'],
    isOfMailbox: true,
  },
  submission_senders: {
    ...FORM_COLUMNS.submission_senders,
    where: ofOwnSubmissions,
    order: ['submission_id'],
    isOfMailbox: true,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    submissions: SubmissionsTable;
    submission_files: SubmissionFilesTable;
    submission_senders: SubmissionSendersTable;
  }
}

/** Submissions without an account, with their files and mails. `settlePayments` deletes unpaid ones. */
function removeSubmissions(state: 'received' | 'quarantined'): RemoveSome {
  return removeOldest(
    (tx, before) => {
      const old = tx
        .selectFrom('submissions')
        .select('id')
        .where('state', '=', state)
        .where('created_at', '<=', before)
        .orderBy('created_at');
      // Quarantined ones are not part of an account's messages.
      return state === 'received' ? old.where('user_id', 'is', null) : old.where(isNotReceived);
    },
    async (tx, ids) => {
      await tx.deleteFrom('submissions').where('id', 'in', ids).execute();
      await deleteNotifications(tx, ids);
    },
  );
}

export const formRetention: Readonly<Record<string, RemoveSome>> = {
  'quarantined-submissions': removeSubmissions('quarantined'),
  'received-submissions': removeSubmissions('received'),
};
