import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';

export type RestoreWish = {
  /** Whoever was signed in when the backup was made stays signed in, also who has signed out since. */
  readonly keepSessions: boolean;
  /** Mails that waited when the backup was made are not sent. */
  readonly holdMail: boolean;
};

export type Settled = { readonly sessionsEnded: number; readonly mailsWaiting: number };

/**
 * Takes from restored data what was meant to be over by now. Since the backup somebody may have ended a session that
 * was stolen, or used a link for a new password: neither comes back, unless told of the sessions.
 */
export async function settleRestored(
  audit: AuditDeps,
  tx: Tx,
  { keepSessions, holdMail }: RestoreWish,
): Promise<Settled> {
  const sessions = keepSessions ? [] : await tx.deleteFrom('sessions').returning('id').execute();
  await tx.deleteFrom('reset_links').execute();
  const waiting = await tx
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['waiting', 'requested'])
    .execute();
  if (holdMail) {
    await tx.deleteFrom('outbox').where('state', '=', 'requested').execute();
    await tx
      .updateTable('outbox')
      .set({
        state: 'dead',
        // From now on it is kept as long as any mail that was given up, however old the backup is.
        next_attempt_at: audit.clock().toISOString(),
        leased_until: null,
        last_error: 'held when a backup was restored',
      })
      .where('state', '=', 'waiting')
      .execute();
  }
  await recordAction(audit, tx, { action: 'restored', actor: 'operator' });
  return { sessionsEnded: sessions.length, mailsWaiting: waiting.length };
}
