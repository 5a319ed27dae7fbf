import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { acceptClock } from '#server/retention/clock-check.ts';
import { type DeletedAgain, deleteAgain } from './delete-again.ts';

export type RestoreOptions = {
  /** People who were signed in when the backup was made stay signed in, including those who signed out since. */
  readonly keepSessions: boolean;
  /** Mails that waited when the backup was made are not sent. */
  readonly holdMail: boolean;
  /** Hashes of the ids of what was deleted since the backup was made, as far as anybody knows. */
  readonly deletedIds: ReadonlySet<string>;
};

export type Cleaned = {
  readonly sessionsEnded: number;
  readonly mailsWaiting: number;
  readonly deletedAgain: DeletedAgain;
};

/**
 * Removes from restored data what must not come back: what was deleted since, sessions that were ended and mailed links
 * that were used.
 */
export async function cleanRestored(
  audit: AuditDeps,
  tx: Tx,
  { keepSessions, holdMail, deletedIds }: RestoreOptions,
): Promise<Cleaned> {
  const deletedAgain = await deleteAgain(audit, tx, deletedIds);
  const sessions = keepSessions ? [] : await tx.deleteFrom('sessions').returning('id').execute();
  await tx.deleteFrom('reset_links').execute();
  await tx.deleteFrom('address_changes').execute();
  await tx.deleteFrom('rights_links').execute();
  await tx.deleteFrom('staff_invitations').execute();
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
  // The time of the last run in the backup says nothing of the clock.
  await acceptClock(tx, audit.clock());
  await recordAction(audit, tx, { action: 'restored', actor: 'operator' });
  return { sessionsEnded: sessions.length, mailsWaiting: waiting.length, deletedAgain };
}
