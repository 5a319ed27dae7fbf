import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import { retryLostRaces } from '#server/accounts/lost-race.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { holdName } from '#server/database/hold-name.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { SubmissionState, SubmissionsTable } from '#server/database/schema.ts';
import type { Submission } from './check-submission.ts';
import { type NotificationDeps, storeNotification } from './notification.ts';

export type StoreDeps = NotificationDeps & Pick<AccountsDeps, 'db' | 'wakeMail'>;

/** `repeated`: it was stored before, by the same key or by the same person with the same words. */
export type StoredSubmission =
  | { readonly kind: 'stored' | 'repeated'; readonly id: string }
  /** The key belongs to something else that was sent. */
  | { readonly kind: 'key-reused' };

type SubmissionSource = {
  /** Who is signed in; an account that is gone by now counts as nobody. */
  readonly userId?: string | undefined;
  /** The sender's Idempotency-Key. */
  readonly key?: string | undefined;
  /** What has to be paid before anybody is told of it: then it is stored as `unpaid`. */
  readonly price?: { readonly amount: number; readonly currency: string } | undefined;
};

/** Milliseconds in which the same words of the same sender are one submission (decisions §5). */
const SAME_WITHIN = 10 * 60_000;
/** With a payment for longer: whoever is not sure that it went through must be able to try again without paying twice. */
export const SAME_PAYMENT_WITHIN = 24 * 60 * 60_000;

/**
 * Stores a submission with its files and its notification in one transaction, and at most once: whoever sends the
 * same again waits for the first one and gets its answer. Throws when it could not be stored; then nothing was.
 */
export async function storeSubmission(
  deps: StoreDeps,
  submission: Submission,
  { userId, key, price }: SubmissionSource = {},
): Promise<StoredSubmission> {
  const form = submission.form.name;
  const state = stateOf(submission, price);
  const digest = digestOf(submission, price);
  const store = async (tx: Tx): Promise<StoredSubmission> => {
    if (key !== undefined) {
      await holdName(tx, `submission key ${form} ${key}`, 'alone');
      const first = await findByKey(tx, form, key);
      if (first !== undefined) {
        if (first.digest === digest) return { kind: 'repeated', id: first.id };
        if (first.state !== 'unpaid') return { kind: 'key-reused' };
        // Nobody has heard of that one: its sender gave up paying, and tries again under the same key.
        await tx
          .updateTable('submissions')
          .set({ idempotency_key: null })
          .where('id', '=', first.id)
          .execute();
      }
    }
    await holdName(tx, `submission ${digest}`, 'alone');
    const owner = await livingAccount(tx, userId);
    const twin = await findTwin(tx, submission, {
      digest,
      owner,
      isPaid: price !== undefined,
      since: new Date(deps.clock().getTime() - (price === undefined ? SAME_WITHIN : SAME_PAYMENT_WITHIN)),
    });
    if (twin !== undefined) return { kind: 'repeated', id: twin.id };
    const row = rowOf(submission, {
      id: deps.newId(),
      state,
      user_id: owner,
      idempotency_key: key ?? null,
      digest,
      created_at: deps.clock().toISOString(),
      amount: price?.amount ?? null,
      currency: price?.currency ?? null,
    });
    await insertSubmission(tx, row);
    await storeFiles(deps, tx, row.id, submission);
    if (state === 'received') await storeNotification(deps, tx, row, submission.files.length > 0);
    return { kind: 'stored', id: row.id };
  };
  // PostgreSQL: when the sender deletes the account at that moment, the row may not name it any more.
  const stored = await retryLostRaces(() => deps.db.transaction().execute(store));
  if (stored.kind === 'stored') deps.wakeMail();
  return stored;
}

function stateOf({ isQuarantined }: Submission, price: SubmissionSource['price']): SubmissionState {
  if (isQuarantined) return 'quarantined';
  return price === undefined ? 'received' : 'unpaid';
}

/** Form, sender, words, files and price. What was caught in the trap never stands for what was not. */
function digestOf(
  { form, name, email, message, fields, files, isQuarantined }: Submission,
  price: SubmissionSource['price'],
): string {
  const others = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const contents = files.map((file) => [file.field, file.name, sha256(file.bytes)]);
  return sha256(
    JSON.stringify([form.name, isQuarantined, email.toLowerCase(), name, message, others, contents, price]),
  );
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function findByKey(tx: Tx, form: string, key: string) {
  return tx
    .selectFrom('submissions')
    .select(['id', 'digest', 'state'])
    .where('form', '=', form)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/**
 * Two people who write the same are two; where nobody says who they are, every submission counts. With a payment the
 * address alone says who it is: whoever tries again may have signed in or out meanwhile, and must not pay twice.
 */
async function findTwin(
  tx: Tx,
  { email }: Submission,
  { digest, owner, isPaid, since }: { digest: string; owner: string | null; isPaid: boolean; since: Date },
): Promise<{ id: string } | undefined> {
  if (email === '' && owner === null) return undefined;
  const after = since.toISOString();
  const [twin] = isPaid
    ? await findSame(tx, { digest, after })
    : owner === null
      ? await findSameOfNobody(tx, { digest, after })
      : await findSameOf(tx, { digest, after, owner });
  return twin;
}

const same = (db: Db | Tx, digest: string, after: string) =>
  db
    .selectFrom('submissions')
    .select('id')
    .where('digest', '=', digest)
    .where('created_at', '>', after)
    .limit(1);

const findSame = prepareQuery((db, value: Values<{ digest: string; after: string }>) =>
  same(db, value('digest'), value('after')),
);
const findSameOfNobody = prepareQuery((db, value: Values<{ digest: string; after: string }>) =>
  same(db, value('digest'), value('after')).where('user_id', 'is', null),
);
const findSameOf = prepareQuery((db, value: Values<{ digest: string; after: string; owner: string }>) =>
  same(db, value('digest'), value('after')).where('user_id', '=', value('owner')),
);

const insertSubmission = prepareQuery((db, value: Values<Selectable<SubmissionsTable>>) =>
  db.insertInto('submissions').values({
    id: value('id'),
    form: value('form'),
    state: value('state'),
    user_id: value('user_id'),
    name: value('name'),
    email: value('email'),
    message: value('message'),
    fields: value('fields'),
    idempotency_key: value('idempotency_key'),
    digest: value('digest'),
    payment_intent: value('payment_intent'),
    amount: value('amount'),
    currency: value('currency'),
    created_at: value('created_at'),
  }),
);

async function livingAccount(tx: Tx, userId: string | undefined): Promise<string | null> {
  if (userId === undefined) return null;
  const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return user?.id ?? null;
}

function rowOf(
  { form, name, email, message, fields }: Submission,
  about: Omit<SubmissionsTable, 'form' | 'name' | 'email' | 'message' | 'fields' | 'payment_intent'>,
): Selectable<SubmissionsTable> {
  return {
    ...about,
    form: form.name,
    name,
    email,
    message,
    fields: JSON.stringify(Object.fromEntries(fields)),
    payment_intent: null,
  };
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
