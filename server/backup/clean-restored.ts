import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';

export type RestoreOptions = {
  /** People who were signed in when the backup was made stay signed in, including those who signed out since. */
  readonly keepSessions: boolean;
  /** Mails that waited when the backup was made are not sent. */
  readonly holdMail: boolean;
};

export type Cleaned = { readonly sessionsEnded: number; readonly mailsWaiting: number };

/**
 * Removes from restored data what must not come back: since the backup somebody may have ended a stolen session, or
 * used a link for a new password.
 */
export async function cleanRestored(
  audit: AuditDeps,
  tx: Tx,
  { keepSessions, holdMail }: RestoreOptions,
): Promise<Cleaned> {
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
        // Retention counts from here, so that a mail from an old backup is kept long enough to be looked at.
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
