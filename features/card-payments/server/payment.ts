import { hash } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { addressKey } from '#contract/address.ts';
import { idsSentFrom } from '#features/forms/server/sender-addresses.ts';
import type { DeletedMessage } from '#features/forms/server/slots.ts';
import type { SubmissionsTable } from '#features/forms/server/tables.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { chunksOf, findRows, updateRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import { isNotReceived } from '#server/database/search.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, timeAfter } from '#server/time.ts';
import type { PaymentState, PaymentsTable } from './tables.ts';

/** An unpaid message is deleted after this time. Until then, a repeated message is not charged twice. */
export const KEPT_FOR = DAY_MS;
/**
 * This time is longer than any request waits for Stripe. After this time, the request that asked for the charge has surely
 * ended.
 */
const ASKED_FOR = MINUTE_MS;
/** The pause before the first repeated check at Stripe. Each further pause is twice as long. */
const FIRST_PAUSE = 15_000;
/** The longest pause between two checks of a payment that may have been charged. */
export const LONGEST_PAUSE = 5 * MINUTE_MS;
const LATE_PAUSE = HOUR_MS;

type PaymentRow = Selectable<PaymentsTable>;

/** A stored payment. docs/decisions/0019-paying-by-card-with-a-message.md has a diagram of its states. */
export type Payment = PaymentRow & {
  /** The message that is paid for. Undefined if the message was deleted. */
  readonly message: { readonly form: string; readonly amount: number; readonly currency: string } | undefined;
};

export const MAY_BE_CHARGED: readonly PaymentState[] = ['asked', 'unknown'];
/**
 * Whether the card may have been charged. Until the result is known, no answer denies the charge, and no other payment of the
 * sender begins.
 */
export const mayBeCharged = ({ state }: Pick<Payment, 'state'>) => MAY_BE_CHARGED.includes(state);

/**
 * True while a request is charging the payment, or within a minute after that request crashed. A next check (`look_at`) more than
 * two minutes ahead does not count, because it was set while the clock was ahead.
 */
export const isAsking = ({ state, look_at }: Payment, now: Date) =>
  state === 'asked' && look_at > now.toISOString() && look_at <= timeAfter(now, 2 * ASKED_FOR);

type Message = Pick<
  Selectable<SubmissionsTable>,
  'id' | 'form' | 'email' | 'digest' | 'state' | 'payment_intent' | 'created_at'
>;

export function paymentSender(form: string, email: string): string {
  return hash('sha256', JSON.stringify([form, addressKey(email) ?? email]));
}

function lookAt(
  { state, asks, created_at }: Pick<Payment, 'state' | 'asks' | 'created_at'>,
  now: number,
): string {
  const dayIsOver = Date.parse(created_at) + KEPT_FOR;
  const at = {
    asked: now + ASKED_FOR,
    // `asks`, the number of checks, already includes the check that has just failed.
    unknown: now + Math.min(FIRST_PAUSE * 2 ** Math.max(0, asks - 1), LONGEST_PAUSE),
    // A settled payment is kept for `KEPT_FOR` from the moment when it was settled. After that, the sender may repeat the message.
    settled: now + KEPT_FOR,
    known: dayIsOver > now ? dayIsOver : now + LATE_PAUSE,
    cancelled: dayIsOver,
  };
  return new Date(at[state]).toISOString();
}

/**
 * Changes the state of a payment. Returns undefined if the payment has changed since it was read. A change of the intent needs a
 * transaction, because the message's row stores the intent too.
 * @param to the new state of the payment; `asks` is 0 if it is missing
 */
export async function updatePayment(
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
  // If no row was updated, the message was deleted. Callers charge nothing without a message.
  return { ...moved, ...set, ...(named === 0 && { message: undefined }) };
}

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

export async function markSettled(db: Db | Tx, submission: string, now: Date): Promise<void> {
  const look_at = lookAt({ state: 'settled', asks: 0, created_at: now.toISOString() }, now.getTime());
  await db
    .updateTable('payments')
    .set({ state: 'settled', asks: 0, look_at })
    .where('submission_id', '=', submission)
    .where('state', '<>', 'settled')
    .execute();
}

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
  // The message may name another intent than the payment. A process of version 1.0.0, which has no payments table, may have
  // charged that intent.
  const isOvertaken = latest !== null && latest !== row.intent;
  if (received === 'unpaid' && !isOvertaken) return payment;
  const moved =
    received === 'unpaid' ? ({ state: 'unknown', intent: latest } as const) : ({ state: 'settled' } as const);
  const left = await db.transaction().execute((tx) => updatePayment(tx, payment, moved, now));
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

/**
 * Stores the payment of a message with a price. If version 1.0.0 created a payment intent for a message that is marked as unpaid, the
 * card may have been charged, so this payment begins in the state `unknown`.
 */
export async function storePayment(db: Db | Tx, message: Message): Promise<void> {
  const { id, form, email, digest, state: of, payment_intent: intent, created_at } = message;
  const state: PaymentState = of === 'unpaid' ? (intent === null ? 'known' : 'unknown') : 'settled';
  await db
    .insertInto('payments')
    .values({
      submission_id: id,
      state,
      digest,
      sender: paymentSender(form, email),
      intent,
      refusal: null,
      told_at: null,
      created_at,
      look_at: lookAt({ state, asks: 0, created_at }, Date.parse(created_at)),
    })
    .onConflict((conflict) => conflict.column('submission_id').doNothing())
    .execute();
}

/** Adds payments to unpaid messages of version 1.0.0, which has no payments table. */
export async function adoptPayments(db: Db, createdBefore: string): Promise<void> {
  const messages = await messagesWithoutPayment(db)
    .where('s.state', '=', 'unpaid')
    .where(isNotReceived)
    .where('s.created_at', '<=', createdBefore)
    .execute();
  for (const message of messages) await storePayment(db, message);
}

/** Adds the missing payments to messages of version 1.0.0 with this sender or digest. */
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

/** The payment of a message with the same digest. Undefined if there is none, or it was settled more than a day ago. */
export async function paymentOfSame(db: Db | Tx, digest: string, now: Date): Promise<PaymentRow | undefined> {
  const same = await db
    .selectFrom('payments')
    .selectAll()
    .where('digest', '=', digest)
    .orderBy('created_at', 'desc')
    .execute();
  return same.find(({ state, look_at }) => state !== 'settled' || look_at > now.toISOString());
}

/** Reopens a cancelled payment. The caller must hold the sender's lock, so that no other payment begins. */
export async function restartPayment(tx: Tx, row: PaymentRow, now: Date): Promise<void> {
  if (row.state !== 'cancelled') return;
  const to = { state: 'known', intent: null, begun: row.begun + 1 } as const;
  await updatePayment(tx, { ...row, message: undefined }, to, now);
}

/**
 * Payments that must end before the sender pays for another message: open, unknown, or settled without the sender's knowledge.
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

/** Records that the sender was told of this settled payment. The payment for another message may then begin. */
export async function markTold(db: Db, submission: string, now: Date): Promise<void> {
  await updateRows(db, 'payments', { submission_id: submission }, { told_at: now.toISOString() });
}

export async function hasUnknownPayment(db: Db, sender: string): Promise<boolean> {
  const rows = await findRows(db, 'payments', ['state'], { sender });
  return rows.some(mayBeCharged);
}

/** Deletes the payments of messages that their sender erases. Keeps payments that may have been charged. */
export async function forgetPayments(tx: Tx, submissions: readonly string[]): Promise<void> {
  for (const some of chunksOf(submissions))
    await tx
      .deleteFrom('payments')
      .where('submission_id', 'in', some)
      .where('state', 'not in', MAY_BE_CHARGED)
      .execute();
}

/** Keeps payments of deleted messages, because the site promises not to charge the same message again within a day. */
export async function keepPayments(tx: Tx, messages: readonly DeletedMessage[]): Promise<void> {
  for (const message of messages) if (message.amount !== null) await storePayment(tx, message);
}
