import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { addressKey } from '#contract/address.ts';
import { recordSeen } from '#features/accounts/server/record-notice.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { findRow, hasRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { AppDeps } from '#server/feature.ts';
import { DAY_MS, MINUTE_MS, timeAfter } from '#server/time.ts';
import type { Submission } from './check-submission.ts';
import { refuseForm } from './form-refusal.ts';
import { storeNotification, storeReceipt } from './notification.ts';
import { storeSenderAddresses } from './sender-addresses.ts';
import type { SubmissionState, SubmissionsTable } from './tables.ts';

/** `repeated`: stored before with the same key, or with the same text from the same person. */
type StoreResult = { readonly kind: 'stored' | 'repeated'; readonly id: string };

export type SubmissionSource = {
  /** The signed-in account. A deleted account counts as none. */
  readonly userId?: string | undefined;
  /** Whether a page of another site sent the form. Such a page does not show our privacy notice. */
  readonly isFromElsewhere: boolean;
  readonly key?: string | undefined;
};

type Price = { readonly amount: number; readonly currency: string };

/** The same text by the same sender counts once within this time (docs/product.md, "Forms"), unless the message is paid for. */
const SAME_WITHIN = 10 * MINUTE_MS;

/**
 * How the transaction that stores a message also stores its payment. If earlier payments of the sender must end first, the message
 * is not stored, and the result is of the type `Before`.
 */
export type AwaitedPayment<Before> = {
  readonly price: Price;
  /** Called if another submission has the same key. Returns the earlier payments that must end first. */
  readonly sharesKey: (
    tx: Tx,
    first: { readonly id: string; readonly email: string; readonly digest: string },
    digest: string,
    now: Date,
  ) => Promise<Before | undefined>;
  readonly findSame: (
    tx: Tx,
    sent: { readonly form: string; readonly email: string; readonly digest: string },
    now: Date,
  ) => Promise<StoreResult | Before | undefined>;
  readonly stored: (tx: Tx, row: Selectable<SubmissionsTable>) => Promise<void>;
};

/**
 * Stores a submission with its files, notification and receipt, at most once. A repeated submission waits for the first and gets
 * its answer. Refuses a key that was used for other content.
 */
export async function storeSubmission<Before extends { readonly kind: string } = never>(
  deps: AppDeps,
  submission: Submission,
  { userId, isFromElsewhere, key }: SubmissionSource,
  payment?: AwaitedPayment<Before>,
): Promise<StoreResult | Before> {
  const form = submission.form.name;
  const state = stateOf(submission, payment?.price);
  const digest = submissionDigest(submission, payment?.price);
  const storeOnce = async (tx: Tx): Promise<StoreResult | Before> => {
    const now = deps.clock();
    if (key !== undefined) {
      await advisoryLock(tx, `submission key ${form} ${key}`);
      const sent = { form, idempotency_key: key };
      const first = await findRow(tx, 'submissions', ['id', 'digest', 'state', 'email'], sent);
      if (first !== undefined) {
        const before = await payment?.sharesKey(tx, first, digest, now);
        if (first.state !== 'unpaid' && first.digest === digest) return { kind: 'repeated', id: first.id };
        if (before !== undefined) return before;
        if (first.state !== 'unpaid') refuseForm('IDEMPOTENCY_KEY_REUSED');
        // The sender did not finish the payment and tries again with this key, so the earlier submission loses the key. Nobody was
        // notified of that submission.
        if (payment === undefined || first.digest !== digest)
          await updateRows(tx, 'submissions', { id: first.id }, { idempotency_key: null });
      }
    }
    await advisoryLock(tx, `submission ${digest}`);
    const { name, email, message, fields } = submission;
    const owner = userId !== undefined && (await hasRow(tx, 'users', { id: userId })) ? userId : null;
    const since = timeAfter(now, -SAME_WITHIN);
    const same =
      payment === undefined
        ? await findTwin(tx, submission, { digest, owner, since })
        : await payment.findSame(tx, { form, email, digest }, now);
    if (same !== undefined) return same;
    const due_at = submission.form.hasDueDate ? timeAfter(now, deps.settings.grievanceDays * DAY_MS) : null;
    const row: Selectable<SubmissionsTable> = {
      id: deps.newId(),
      form,
      state,
      user_id: owner,
      name,
      email,
      message,
      fields: JSON.stringify(Object.fromEntries(fields)),
      idempotency_key: key ?? null,
      digest,
      payment_intent: null,
      amount: payment?.price.amount ?? null,
      currency: payment?.price.currency ?? null,
      created_at: now.toISOString(),
      due_at,
      reminded_at: null,
      done_at: null,
      read_at: null,
      assigned_to: null,
    };
    await insertRow(tx, 'submissions', row);
    await storeSenderAddresses(tx, [row]);
    await payment?.stored(tx, row);
    const { notice } = submission.form;
    if (notice !== undefined && !isFromElsewhere) {
      const seen = { notice, version: submission.notice, at: row.created_at };
      await recordSeen(deps, tx, seen, { submission_id: row.id });
    }
    await storeFiles(deps, tx, row.id, submission);
    if (state === 'received') {
      await storeNotification(deps, tx, row);
      await storeReceipt(deps, tx, row);
    }
    return { kind: 'stored', id: row.id };
  };
  // Tries again after a conflict: on PostgreSQL, the sender may delete the account at this moment. The row is then stored without
  // the account.
  const stored = await retryTransaction(deps.db, storeOnce);
  if (stored.kind === 'stored') deps.wakeMail();
  return stored;
}

function stateOf({ isQuarantined }: Submission, price: Price | undefined): SubmissionState {
  if (isQuarantined) return 'quarantined';
  return price === undefined ? 'received' : 'unpaid';
}

/**
 * Hash of form, sender, text, files, price, and whether the spam trap was filled in. So a message caught by the trap never counts
 * as a repeat of a message that was not caught.
 */
export function submissionDigest(
  { form, name, email, message, fields, files, isQuarantined }: Submission,
  price: Price | undefined,
): string {
  const others = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const contents = files.map((file) => [file.field, file.name, hash('sha256', file.bytes)]);
  return hash(
    'sha256',
    JSON.stringify([
      form.name,
      isQuarantined,
      addressKey(email) ?? email,
      name,
      message,
      others,
      contents,
      price,
    ]),
  );
}

/** Finds the same submission of the same sender. Without an address or account, every submission is new. */
async function findTwin(
  tx: Tx,
  { email }: Submission,
  { digest, owner, since }: { digest: string; owner: string | null; since: IsoTime },
): Promise<StoreResult | undefined> {
  if (email === '' && owner === null) return undefined;
  const same = await tx
    .selectFrom('submissions')
    .select(['id', 'user_id'])
    .where('digest', '=', digest)
    .where('created_at', '>', since)
    .execute();
  const twin = same.find(({ user_id }) => user_id === owner);
  return twin && { kind: 'repeated', id: twin.id };
}

async function storeFiles(
  { newId }: AppDeps,
  tx: Tx,
  submission: string,
  { files }: Submission,
): Promise<void> {
  if (files.length === 0) return;
  await tx
    .insertInto('submission_files')
    .values(
      files.map((file) => ({
        id: newId(),
        submission_id: submission,
        field: file.field,
        name: file.name,
        type: file.type,
        size: file.bytes.length,
        content: file.bytes.toString('base64'),
      })),
    )
    .execute();
}
