import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { removePerson } from '#features/accounts/server/delete-account.ts';
import { removeEntries } from '#features/launch-list/server/entries.ts';
import { hashOfId, readDeletedIds } from '#server/audit/deletions.ts';
import { type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { acceptClock } from '#server/jobs/clock-check.ts';
import { deleteNotifications } from '#server/mail/outbox.ts';
import { type Manifest, readManifest } from './manifest.ts';

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
async function deleteAgain(audit: AuditDeps, tx: Tx, deletedIds: ReadonlySet<string>): Promise<DeletedAgain> {
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

const HASH = /[0-9a-f]{64}/g;

/**
 * The hashes of deleted ids in a file: a log of the site, whatever a log keeper put before each line, or the second file
 * of a backup. Throws when the file cannot be read.
 */
export async function deletedIdsIn(file: string): Promise<string[]> {
  const found: string[] = [];
  let isWithin = false;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    // In what strangers sent, a log escapes the quotes.
    const at = line.indexOf('"deletedIds":');
    if (at >= 0) isWithin = true;
    if (!isWithin) continue;
    const [list = ''] = line.slice(Math.max(at, 0)).split(']', 1);
    found.push(...(list.match(HASH) ?? []));
    isWithin = !line.includes(']', Math.max(at, 0));
  }
  return found;
}

/** The hashes in the second files of newer backups in the same folder. */
export async function deletedIdsOfNewerBackups(backup: string, { made }: Manifest): Promise<string[]> {
  const folder = dirname(backup);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const manifests = await Promise.all(
    names.map((name) => readManifest(join(folder, name.slice(0, -'.json'.length))).catch(() => undefined)),
  );
  return manifests.flatMap((one) => (one !== undefined && one.made > made ? one.deletedIds : []));
}
