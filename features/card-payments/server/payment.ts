import { createHash } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { addressKey } from '#contract/address.ts';
import { idsSentFrom } from '#features/forms/server/sender-addresses.ts';
import type { DeletedMessage } from '#features/forms/server/slots.ts';
import type { SubmissionsTable } from '#features/forms/server/tables.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { findRows, updateRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import { isNotReceived } from '#server/database/search.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, timeAfter } from '#server/time.ts';
import type { PaymentState, PaymentsTable } from './tables.ts';

/** Whoever has not paid by then does not come back; until then the same words are not charged twice. */
const KEPT_FOR = DAY_MS;
/** Longer than any request waits for Stripe: who asked is gone, or has said what came of it. */
const ASKED_FOR = MINUTE_MS;
/** Asked again after this pause, which doubles each time. */
const FIRST_PAUSE = 15_000;
/** Milliseconds within which each payment that may have been charged is asked about again. */
export const LONGEST_PAUSE = 5 * MINUTE_MS;
/** What could not be ended after its day is tried again then. */
const LATE_PAUSE = HOUR_MS;

export type PaymentRow = Selectable<PaymentsTable>;

/** A message's payment; how it may change is drawn in docs/decisions/0019-paying-by-card-with-a-message.md. */
export type Payment = PaymentRow & {
  /** Undefined when the message was deleted meanwhile. */
  readonly message: { readonly form: string; readonly amount: number; readonly currency: string } | undefined;
};

/** The card may have been charged: nobody may say that it was not, and no other payment of the sender begins. */
export const mayBeCharged = ({ state }: Pick<Payment, 'state'>) => state === 'asked' || state === 'unknown';

/** A post is asking Stripe to charge it at this moment, or ended before it could note what came of that. */
export const isAsking = ({ state, look_at }: Payment, now: Date) =>
  state === 'asked' && look_at > now.toISOString();

type Message = Pick<
  Selectable<SubmissionsTable>,
  'id' | 'form' | 'email' | 'digest' | 'state' | 'payment_intent' | 'created_at'
>;

/** The sender of a form, as far as payments tell them apart. */
export function senderOf(form: string, email: string): string {
  return createHash('sha256')
    .update(JSON.stringify([form, addressKey(email) ?? email]))
    .digest('hex');
}

/** When a payment is looked at next, from how it stands. */
function lookAt(
  { state, asks, created_at }: Pick<Payment, 'state' | 'asks' | 'created_at'>,
  now: number,
): string {
  const dayIsOver = Date.parse(created_at) + KEPT_FOR;
  const at = {
    asked: now + ASKED_FOR,
    unknown: now + Math.min(FIRST_PAUSE * 2 ** asks, LONGEST_PAUSE),
    // From now: whoever was just told that it went through may send the same once more.
    settled: now + KEPT_FOR,
    known: dayIsOver > now ? dayIsOver : now + LATE_PAUSE,
    cancelled: dayIsOver,
  };
  return new Date(at[state]).toISOString();
}

/**
 * Changes how a payment stands: the only place that does. Nothing happens when somebody else has changed it since it was
 * read; then the answer is undefined. With another intent it belongs into a transaction: the message names it too.
 *
 * @param to `asks` is 0 unless it is given
 */
export async function move(
  db: Db | Tx,
  payment: Payment,
  to: { readonly state: PaymentState } & Partial<
    Pick<Payment, 'intent' | 'begun' | 'tries' | 'asks' | 'refusal'>
  >,
  now: Date,
): Promise<Payment | undefined> {
  const moved = { ...payment, asks: 0, ...to };
  const { state, intent, begun, tries, asks, refusal } = moved;
  const set = { state, intent, begun, tries, asks, refusal, look_at: lookAt(moved, now.getTime()) };
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set(set)
    .where(isAsRead(payment))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return undefined;
  if (!('intent' in to)) return { ...moved, ...set };
  const waiting = { id: payment.submission_id, state: 'unpaid' } as const;
  const named = await updateRows(db, 'submissions', waiting, { payment_intent: intent });
  // Without its message, which was deleted meanwhile, nothing is charged.
  return { ...moved, ...set, ...(named === 0 && { message: undefined }) };
}

/** Forgets a payment, unless somebody else has changed it since it was read. */
export async function deletePayment(tx: Tx, payment: Payment): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('payments').where(isAsRead(payment)).executeTakeFirst();
  return numDeletedRows === 1n;
}

function isAsRead({ submission_id, state, begun, tries, intent }: PaymentRow) {
  return ({ and, eb }: ExpressionBuilder<Schema, 'payments'>) =>
    and([
      eb('submission_id', '=', submission_id),
      eb('state', '=', state),
      eb('begun', '=', begun),
      eb('tries', '=', tries),
      eb('intent', intent === null ? 'is' : '=', intent),
    ]);
}

/** The same as `move` for one that went through, which is so whatever was known of it before. */
export async function markSettled(db: Db | Tx, submission: string, now: Date): Promise<void> {
  const look_at = lookAt({ state: 'settled', asks: 0, created_at: now.toISOString() }, now.getTime());
  await db
    .updateTable('payments')
    .set({ state: 'settled', asks: 0, look_at })
    .where('submission_id', '=', submission)
    .where('state', '<>', 'settled')
    .execute();
}

/** How the payment of a message stands; undefined for a message without one. */
export async function readPayment(db: Db, submission: string, now: Date): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments as p')
    .leftJoin('submissions as s', 's.id', 'p.submission_id')
    .selectAll('p')
    .select(['s.form', 's.amount', 's.currency', 's.state as received', 's.payment_intent'])
    .where('p.submission_id', '=', submission)
    .executeTakeFirst();
  if (row === undefined) return adoptOne(db, submission, now);
  const { form, amount, currency, received, payment_intent: latest, ...columns } = row;
  const hasMessage = form !== null && amount !== null && currency !== null;
  const payment = { ...columns, message: hasMessage ? { form, amount, currency } : undefined };
  if (!hasMessage || row.state === 'settled') return payment;
  // A process of the version before knows no payments: it may have received the message, or be charging another intent.
  const isOvertaken = latest !== null && latest !== row.intent;
  if (received === 'unpaid' && !isOvertaken) return payment;
  const moved =
    received === 'unpaid' ? ({ state: 'unknown', intent: latest } as const) : ({ state: 'settled' } as const);
  const left = await db.transaction().execute((tx) => move(tx, payment, moved, now));
  return left ?? readPayment(db, submission, now);
}

async function adoptOne(db: Db, submission: string, now: Date): Promise<Payment | undefined> {
  const message = await db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', submission)
    .where('amount', 'is not', null)
    .executeTakeFirst();
  if (message === undefined) return undefined;
  await storePayment(db, message);
  return readPayment(db, submission, now);
}

/** Adds the payment of a message that has a price. One of the version before may have been charged already. */
export async function storePayment(db: Db | Tx, message: Message): Promise<void> {
  const { id, form, email, digest, state: of, payment_intent: intent, created_at } = message;
  const state: PaymentState = of === 'unpaid' ? (intent === null ? 'known' : 'unknown') : 'settled';
  const look_at = lookAt({ state, asks: 0, created_at }, Date.parse(created_at));
  const row = {
    submission_id: id,
    state,
    digest,
    sender: senderOf(form, email),
    intent,
    created_at,
    look_at,
  };
  await db
    .insertInto('payments')
    .values({ ...row, refusal: null, told_at: null })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .execute();
}

/** Gives messages of the version before, which knows no payments, theirs: all that wait, stored before a moment. */
export async function adoptPayments(db: Db, createdBefore: string): Promise<void> {
  const messages = await messagesWithoutPayment(db)
    .where('s.state', '=', 'unpaid')
    .where(isNotReceived)
    .where('s.created_at', '<=', createdBefore)
    .execute();
  for (const message of messages) await storePayment(db, message);
}

/** The same for those of a sender and for these very words. */
export async function adoptPaymentsOf(
  tx: Tx,
  { email, digest }: { readonly email: string; readonly digest: string },
  now: Date,
): Promise<void> {
  const messages = await messagesWithoutPayment(tx)
    .where(({ or, eb }) =>
      or([eb('s.digest', '=', digest), eb('s.id', 'in', idsSentFrom(addressKey(email) ?? email))]),
    )
    .where('s.created_at', '>', timeAfter(now, -KEPT_FOR))
    .execute();
  for (const message of messages) await storePayment(tx, message);
}

function messagesWithoutPayment(db: Db | Tx) {
  return db
    .selectFrom('submissions as s')
    .select(['s.id', 's.form', 's.email', 's.digest', 's.state', 's.payment_intent', 's.created_at'])
    .where('s.amount', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payments as p').select('p.state').whereRef('p.submission_id', '=', 's.id'))),
    );
}

/**
 * The payment of these very words, which leads the same words to their first message; undefined when there is none, or it went
 * through more than a day ago.
 */
export async function paymentOfSame(db: Db | Tx, digest: string, now: Date): Promise<PaymentRow | undefined> {
  const same = await db
    .selectFrom('payments')
    .selectAll()
    .where('digest', '=', digest)
    .orderBy('created_at', 'desc')
    .execute();
  return same.find(({ state, look_at }) => state !== 'settled' || look_at > now.toISOString());
}

/** Whoever sends the words of a cancelled payment again begins it anew. Under the lock of the sender: nothing else is begun meanwhile. */
export async function beginAnew(tx: Tx, row: PaymentRow, now: Date): Promise<void> {
  if (row.state !== 'cancelled') return;
  const to = { state: 'known', intent: null, begun: row.begun + 1 } as const;
  await move(tx, { ...row, message: undefined }, to, now);
}

/**
 * What has to be over before a sender's payment of other words begins: payments that may have been charged or still could be, and
 * those that went through without the sender having been told of it beside other words.
 */
export async function paymentsBefore(
  tx: Tx,
  of: { readonly sender: string } | { readonly submission: string },
  now: Date,
): Promise<string[]> {
  const [column, value] =
    'sender' in of ? (['sender', of.sender] as const) : (['submission_id', of.submission] as const);
  const rows = await tx
    .selectFrom('payments')
    .select(['submission_id', 'state', 'told_at', 'look_at'])
    .where(column, '=', value)
    .where('state', '<>', 'cancelled')
    .execute();
  const isOver = ({ state, told_at, look_at }: (typeof rows)[number]) =>
    state === 'settled' && (told_at !== null || look_at <= now.toISOString());
  return rows.filter((row) => !isOver(row)).map(({ submission_id }) => submission_id);
}

/** Notes that the sender was told of a payment that went through, beside other words. The next payment may be begun. */
export async function markTold(db: Db, submission: string, now: Date): Promise<void> {
  await updateRows(db, 'payments', { submission_id: submission }, { told_at: now.toISOString() });
}

/** Whether a payment of the sender may have been charged. */
export async function hasUnknownPayment(db: Db, sender: string): Promise<boolean> {
  const rows = await findRows(db, 'payments', ['state'], { sender });
  return rows.some(mayBeCharged);
}

/** Forgets the payments of messages that their sender erases, but for those that may have been charged: they are asked about first. */
export async function forgetPayments(tx: Tx, submissions: readonly string[]): Promise<void> {
  if (submissions.length === 0) return;
  await tx
    .deleteFrom('payments')
    .where('submission_id', 'in', submissions)
    .where('state', 'not in', ['asked', 'unknown'])
    .execute();
}

/** The sender was promised that the same words are not charged again on the day: their payments stay. */
export async function keepPayments(tx: Tx, messages: readonly DeletedMessage[]): Promise<void> {
  for (const message of messages) if (message.amount !== null) await storePayment(tx, message);
}
