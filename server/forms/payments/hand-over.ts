import type { Db } from '#server/database/database.ts';
import type { NotificationDeps } from '#server/forms/notification.ts';
import { receiveWaiting } from '#server/forms/release-submission.ts';

export type HandOverDeps = NotificationDeps & { readonly db: Db; readonly wakeMail: () => void };

/**
 * Receives a submission whose payment went through; repeatable. Throws when it could not be stored: then whoever sends
 * it again finds it paid, and `settlePayments` comes back to it by itself.
 *
 * @returns whether it was this call that received it
 */
export async function handOver(deps: HandOverDeps, id: string): Promise<boolean> {
  if ((await receiveWaiting(deps, id, 'unpaid')) !== 'received') return false;
  deps.wakeMail();
  return true;
}
