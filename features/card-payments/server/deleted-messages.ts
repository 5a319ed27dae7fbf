import type { DeletedMessage } from '#features/forms/server/slots.ts';
import type { Tx } from '#server/database/database.ts';
import { storePayment } from './payment.ts';

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
