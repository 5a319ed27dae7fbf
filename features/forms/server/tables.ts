import { FORM_COLUMNS } from '#content/features/forms-data.ts';
import { deleteRows } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import { isNotReceived } from '#server/database/search.ts';
import type { TableRules } from '#server/database/tables.ts';
import type { RemoveSome } from '#server/feature.ts';
import { removeOldest } from '#server/jobs/remove-rows.ts';
import { deleteNotifications } from './message-mails.ts';
import { ofOwnSubmissions, ownSubmissions } from './own-messages.ts';

/** `quarantined`: by the spam trap or an operator. `unpaid`: waits for a payment, and nobody was notified. */
export type SubmissionState = 'received' | 'quarantined' | 'unpaid';

/**
 * Messages of forms (docs/product.md, "Forms"). The data export lists the messages of a signed-in sender under the name
 * `messages`.
 */
export type SubmissionsTable = {
  id: string;
  form: string;
  state: SubmissionState;
  /**
   * The account that sent the message. The message is deleted with it. `deletePersonsMessages` deletes the messages that the
   * person sent while signed out.
   */
  user_id: string | null;
  name: string;
  /** The address as typed. Its normal form is in `submission_senders`. */
  email: string;
  message: string;
  fields: string;
  /** The Idempotency-Key is unique per form. */
  idempotency_key: string | null;
  /** SHA-256 of form, sender and text, hex. Detects a repeated submission. */
  digest: string;
  payment_intent: string | null;
  /** The amount is in the currency's smallest unit. */
  amount: number | null;
  currency: string | null;
  created_at: IsoTime;
  due_at: IsoTime | null;
  reminded_at: IsoTime | null;
  done_at: IsoTime | null;
  read_at: IsoTime | null;
  assigned_to: string | null;
};

export type SubmissionFilesTable = {
  id: string;
  submission_id: string;
  field: string;
  name: string;
  type: string;
  size: number;
  /** The file in Base64, which both databases can store. */
  content: string;
};

export const formTables = {
  submissions: {
    ...FORM_COLUMNS.submissions,
    where: ownSubmissions,
    order: ['created_at', 'id'],
    isOfMailbox: true,
  },
  submission_files: {
    // The export of a person's data has the content of each submitted file as a separate file, not in these rows.
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
    /** The normal form of each sender's address. An hourly job adds rows for submissions of older versions. */
    submission_senders: {
      submission_id: string;
      /** The key of the address (`contract/address.ts`). Empty if there is none. */
      address: string;
    };
  }
}

/** Removes old submissions without an account, with their files and mails. Unpaid submissions are deleted by `settlePayments`. */
function removeSubmissions(state: 'received' | 'quarantined'): RemoveSome {
  return removeOldest(
    (tx, before) => {
      const old = tx
        .selectFrom('submissions')
        .select('id')
        .where('state', '=', state)
        .where('created_at', '<=', before)
        .orderBy('created_at');
      // Quarantined submissions of signed-in senders are removed as well, because the messages of an account do not include
      // them.
      return state === 'received' ? old.where('user_id', 'is', null) : old.where(isNotReceived);
    },
    async (tx, ids) => {
      await deleteRows(tx, 'submissions', { id: ids });
      await deleteNotifications(tx, ids);
    },
  );
}

export const formRetention: Readonly<Record<string, RemoveSome>> = {
  'quarantined-submissions': removeSubmissions('quarantined'),
  'received-submissions': removeSubmissions('received'),
};
