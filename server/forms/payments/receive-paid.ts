import type { Db } from '#server/database/database.ts';
import type { NotificationDeps } from '#server/forms/notification.ts';
import { receiveWaiting } from '#server/forms/release-submission.ts';

export type ReceivePaidDeps = NotificationDeps & { readonly db: Db; readonly wakeMail: () => void };

/**
 * Receives a submission whose payment went through; repeatable. When it throws, a repeated post or `settlePayments`
 * receives it later.
 *
 * @returns whether it was this call that received it
 */
export async function receivePaid(deps: ReceivePaidDeps, id: string): Promise<boolean> {
  if ((await receiveWaiting(deps, id, 'unpaid')) !== 'received') return false;
  deps.wakeMail();
  return true;
}
