import type { Tx } from '#server/database/database.ts';
import { hashedId } from './chain.ts';
import type { AuditDeps, AuditEntry } from './record-action.ts';

/**
 * Whether the same was done to the same account, from the same session, since then. For what somebody may do again and
 * again: one line tells it as well as a hundred, and a hundred thousand would fill the disk.
 */
export async function wasRecordedSince(
  { keyring: [secret] }: AuditDeps,
  tx: Tx,
  { action, subject, session }: AuditEntry & { readonly subject: string },
  since: Date,
): Promise<boolean> {
  const line = await tx
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', hashedId(secret, 'subject', subject))
    .where('at', '>', since.toISOString())
    .where('action', '=', action)
    .where('session', '=', session === undefined ? '' : hashedId(secret, 'session', session))
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}
