import { FORM_COLUMNS } from '#content/features/forms-data.ts';
import type { IsoTime } from '#server/database/schema.ts';
import { isNotReceived } from '#server/database/search.ts';
import type { TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';
import { deleteNotifications } from '#server/mail/outbox.ts';
import { ofOwnSubmissions, ownSubmissions } from './own-messages.ts';

/** `quarantined`: the trap field was filled in. `unpaid`: waits for its card payment; nobody was told of it. */
export type SubmissionState = 'received' | 'quarantined' | 'unpaid';

/** What people send through the forms (docs/product.md, "Forms"). Those of a signed-in person are the `messages` of the record. */
export type SubmissionsTable = {
  id: string;
  form: string;
  state: SubmissionState;
  /** Who was signed in; the row goes when the account goes. Those sent signed out from its address: `deletePersonsMessages`. */
  user_id: string | null;
  name: string;
  /** As it was typed; its key is in `submission_senders`. */
  email: string;
  message: string;
  /** JSON object of all further fields, text to text. */
  fields: string;
  /** The sender's `Idempotency-Key`; unique per form. */
  idempotency_key: string | null;
  /** SHA-256 over form, sender and text, hex: tells a repeated submission. */
  digest: string;
  /** Stripe's id of the payment, when there was one; how it stands is in `payments`. */
  payment_intent: string | null;
  /** In the currency's smallest unit. */
  amount: number | null;
  /** Three lower-case letters. */
  currency: string | null;
  created_at: IsoTime;
  /** Of a request about personal data: by when its sender was promised an answer. */
  due_at: IsoTime | null;
  /** When the operator was reminded of it, which happens once. */
  reminded_at: IsoTime | null;
  /** When an operator marked it as answered. */
  done_at: IsoTime | null;
  /** When an operator first read it in the console, or marked it as read. */
  read_at: IsoTime | null;
  /** The operator who takes care of it. */
  assigned_to: string | null;
};

/** A file that came with a submission, where a form allows it. */
export type SubmissionFilesTable = {
  id: string;
  submission_id: string;
  field: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Base64: one shape for both databases. */
  content: string;
};

/** From which address a submission was sent, by its key. Those of older versions are added hourly. */
type SubmissionSendersTable = {
  submission_id: string;
  /** Key of the address (`contract/address.ts`); empty where there is none. */
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
    // What is in a file goes into the zip as a file.
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

/** Submissions of no account, with their files and mails. `settlePayments` removes those that wait for a payment. */
function removeSubmissions(state: 'received' | 'quarantined'): RemoveSome {
  return removeOldest(
    (tx, before) => {
      const old = tx
        .selectFrom('submissions')
        .select('id')
        .where('state', '=', state)
        .where('created_at', '<=', before)
        .orderBy('created_at');
      // Quarantined ones belong to no account's messages.
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
