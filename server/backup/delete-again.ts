import { removePerson } from '#server/accounts/delete-account.ts';
import { hashOfId, readDeletedIds } from '#server/audit/deletions.ts';
import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { removeEntries } from '#server/launch-list/entries.ts';
import { deleteNotifications } from '#server/mail/outbox.ts';

export type DeletedAgain = {
  /** Accounts, and sign-ups that became one. */
  readonly people: number;
  readonly messages: number;
  /** Of the launch list. */
  readonly listEntries: number;
};

/**
 * Deletes from restored data what was deleted after the backup was made, and keeps the list, so that the next restore
 * knows it, too.
 *
 * @param deletedIds hashes of ids
 */
export async function deleteAgain(
  audit: AuditDeps,
  tx: Tx,
  deletedIds: ReadonlySet<string>,
): Promise<DeletedAgain> {
  const recorded = new Set(await readDeletedIds(tx));
  for (const detail of [...deletedIds].filter((hash) => !recorded.has(hash))) {
    await recordAction(audit, tx, { action: 'deletion-kept', actor: 'operator', detail });
  }
  const deletedIn = async (table: 'users' | 'sign_ups' | 'submissions' | 'launch_list') => {
    const rows = await tx.selectFrom(table).select('id').execute();
    return rows.map(({ id }) => id).filter((id) => deletedIds.has(hashOfId(id)));
  };
  const messages = await deletedIn('submissions');
  const people = new Set([...(await deletedIn('users')), ...(await deletedIn('sign_ups'))]);
  for (const id of messages) {
    await tx.deleteFrom('submissions').where('id', '=', id).execute();
    await deleteNotifications(tx, [id]);
  }
  const listEntries = await deletedIn('launch_list');
  await removeEntries(tx, listEntries);
  const counts = { people: people.size, messages: messages.length, listEntries: listEntries.length };
  for (const id of people) {
    const gone = await removePerson(tx, id);
    counts.messages += gone.messages.length;
    counts.listEntries += gone.listEntries.length;
  }
  return counts;
}
