import type { Tx } from '#server/database/database.ts';

/** Forgets the payments of messages that their sender erases, but for those that may have been charged: they are asked about first. */
export async function forgetPayments(tx: Tx, submissions: readonly string[]): Promise<void> {
  if (submissions.length === 0) return;
  await tx
    .deleteFrom('payments')
    .where('submission_id', 'in', submissions)
    .where('state', 'not in', ['asked', 'unknown'])
    .execute();
}
