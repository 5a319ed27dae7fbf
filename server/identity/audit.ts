import { createHmac } from 'node:crypto';
import type { Tx } from '#server/database/database.ts';
import type { IdentityDeps } from './identity-deps.ts';

export type AuditedAction =
  | 'email-confirmed'
  | 'password-reset'
  | 'provider-joined'
  | 'account-deleted'
  | 'submission-deleted';

/**
 * Keeps that something happened to an account (or a submission), in the transaction that did it, without saying whose
 * it was.
 *
 * @param id of the account or submission
 */
export async function recordAction(
  deps: Pick<IdentityDeps, 'clock' | 'newId' | 'secret'>,
  tx: Tx,
  action: AuditedAction,
  id: string,
): Promise<void> {
  const subject = createHmac('sha256', deps.secret).update(`audit\n${id}`).digest('base64url').slice(0, 22);
  await tx
    .insertInto('audit')
    .values({ id: deps.newId(), at: deps.clock().toISOString(), action, subject })
    .execute();
}
