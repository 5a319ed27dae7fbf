import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { addressKey } from '#contract/address.ts';
import { recordSeen } from '#features/accounts/server/notices/record-notice.ts';
import {
  adoptPaymentsOf,
  beginAnew,
  paymentOfSame,
  paymentsBefore,
  senderOf,
  storePayment,
} from '#features/card-payments/server/payment.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/database.ts';
import { retryOnConflict } from '#server/database/retry-on-conflict.ts';
import type { Deps } from '#server/feature.ts';
import type { Submission } from './check-submission.ts';
import { type NotificationDeps, storeNotification, storeReceipt } from './notification.ts';
import { storeSenderAddresses } from './sender-addresses.ts';
import type { SubmissionState, SubmissionsTable } from './tables.ts';

export type StoreDeps = NotificationDeps &
  Pick<Deps, 'db' | 'wakeMail'> & {
    /** Within which a request about personal data is answered. */
    readonly grievanceDays: number;
  };

/** `repeated`: it was stored before, by the same key or by the same person with the same words. */
export type StoredSubmission =
  | { readonly kind: 'stored' | 'repeated'; readonly id: string }
  /** The key belongs to something else that was sent. */
  | { readonly kind: 'key-reused' };

/** Nothing was stored: these other messages of the sender have payments that have to be over first. */
type PaymentsBefore = { readonly kind: 'payments-before'; readonly submissions: readonly string[] };

type SubmissionSource = {
  /** Who is signed in; an account that is gone by now counts as nobody. */
  readonly userId?: string | undefined;
  /** It was sent by another site's page, which shows no notice of ours. */
  readonly isFromElsewhere?: boolean;
  /** The sender's Idempotency-Key. */
  readonly key?: string | undefined;
};

type Price = { readonly amount: number; readonly currency: string };

const DAY_MS = 24 * 60 * 60_000;
/** Milliseconds in which the same words of the same sender are one submission (docs/product.md, "Forms"); with a payment its row tells. */
const SAME_WITHIN = 10 * 60_000;

/**
 * Stores a submission with its files, its notification and its receipt in one transaction, and at most once: a repeated one waits
 * for the first and gets its answer.
 */
export async function storeSubmission(
  deps: StoreDeps,
  submission: Submission,
  source: SubmissionSource = {},
): Promise<StoredSubmission> {
  const stored = await store(deps, submission, source, undefined);
  // Only what is paid waits for a payment.
  if (stored.kind === 'payments-before') throw new Error('a message without a payment waits for none');
  return stored;
}

/** The same for one that has to be paid before anybody is told of it: it is stored as `unpaid`, with its payment. */
export function storeUnpaid(
  deps: StoreDeps,
  submission: Submission,
  source: SubmissionSource,
  price: Price,
): Promise<StoredSubmission | PaymentsBefore> {
  return store(deps, submission, source, price);
}

async function store(
  deps: StoreDeps,
  submission: Submission,
  { userId, isFromElsewhere = false, key }: SubmissionSource,
  price: Price | undefined,
): Promise<StoredSubmission | PaymentsBefore> {
  const form = submission.form.name;
  const state = stateOf(submission, price);
  const digest = digestOf(submission, price);
  const storeOnce = async (tx: Tx): Promise<StoredSubmission | PaymentsBefore> => {
    const now = deps.clock();
    if (key !== undefined) {
      await advisoryLock(tx, `submission key ${form} ${key}`);
      const first = await findByKey(tx, form, key);
      if (first !== undefined) {
        if (price !== undefined) await adoptPaymentsOf(tx, { email: first.email, digest: first.digest }, now);
        if (first.state !== 'unpaid' && first.digest === digest) return { kind: 'repeated', id: first.id };
        const before =
          price === undefined || first.digest === digest
            ? []
            : await paymentsBefore(tx, { submission: first.id }, now);
        if (before.length > 0) return { kind: 'payments-before', submissions: before };
        if (first.state !== 'unpaid') return { kind: 'key-reused' };
        // Nobody has heard of that one: its sender gave up paying, and tries again under the same key.
        if (price === undefined || first.digest !== digest)
          await tx
            .updateTable('submissions')
            .set({ idempotency_key: null })
            .where('id', '=', first.id)
            .execute();
      }
    }
    await advisoryLock(tx, `submission ${digest}`);
    const { name, email, message, fields } = submission;
    const owner = await livingAccount(tx, userId);
    if (price === undefined) {
      const since = new Date(now.getTime() - SAME_WITHIN);
      const twin = await findTwin(tx, submission, { digest, owner, since });
      if (twin !== undefined) return { kind: 'repeated', id: twin.id };
    } else {
      const sender = senderOf(form, email);
      await advisoryLock(tx, `payments of ${sender}`);
      await adoptPaymentsOf(tx, { email, digest }, now);
      const same = await paymentOfSame(tx, digest, now);
      const ofSender = same?.state === 'settled' ? [] : await paymentsBefore(tx, { sender }, now);
      const before = ofSender.filter((id) => id !== same?.submission_id);
      if (before.length > 0) return { kind: 'payments-before', submissions: before };
      if (same !== undefined) {
        await beginAnew(tx, same, now);
        return { kind: 'repeated', id: same.submission_id };
      }
    }
    const due = new Date(now.getTime() + deps.grievanceDays * DAY_MS);
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
      amount: price?.amount ?? null,
      currency: price?.currency ?? null,
      created_at: now.toISOString(),
      due_at: submission.form.hasDueDate === true ? due.toISOString() : null,
      reminded_at: null,
      done_at: null,
      read_at: null,
      assigned_to: null,
    };
    await tx.insertInto('submissions').values(row).execute();
    await storeSenderAddresses(tx, [row]);
    if (state === 'unpaid') await storePayment(tx, row);
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
  // PostgreSQL: when the sender deletes the account at that moment, the row may not name it any more.
  const stored = await retryOnConflict(() => deps.db.transaction().execute(storeOnce));
  if (stored.kind === 'stored') deps.wakeMail();
  return stored;
}

function stateOf({ isQuarantined }: Submission, price: Price | undefined): SubmissionState {
  if (isQuarantined) return 'quarantined';
  return price === undefined ? 'received' : 'unpaid';
}

/** Form, sender, words, files and price. What was caught in the trap never stands for what was not. */
export function digestOf(
  { form, name, email, message, fields, files, isQuarantined }: Submission,
  price: Price | undefined,
): string {
  const others = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const contents = files.map((file) => [file.field, file.name, sha256(file.bytes)]);
  return sha256(
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

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function findByKey(tx: Tx, form: string, key: string) {
  return tx
    .selectFrom('submissions')
    .select(['id', 'digest', 'state', 'email'])
    .where('form', '=', form)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Finds the same submission of the same sender; without a name or address every submission counts. */
async function findTwin(
  tx: Tx,
  { email }: Submission,
  { digest, owner, since }: { digest: string; owner: string | null; since: Date },
): Promise<{ id: string } | undefined> {
  if (email === '' && owner === null) return undefined;
  const same = await tx
    .selectFrom('submissions')
    .select(['id', 'user_id'])
    .where('digest', '=', digest)
    .where('created_at', '>', since.toISOString())
    .execute();
  return same.find(({ user_id }) => user_id === owner);
}

async function livingAccount(tx: Tx, userId: string | undefined): Promise<string | null> {
  if (userId === undefined) return null;
  const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return user?.id ?? null;
}

async function storeFiles(deps: StoreDeps, tx: Tx, submission: string, { files }: Submission): Promise<void> {
  if (files.length === 0) return;
  await tx
    .insertInto('submission_files')
    .values(
      files.map((file) => ({
        id: deps.newId(),
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
