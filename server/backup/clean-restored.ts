import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { DELETION_KEPT, RESTORED } from '#server/audit/core-actions.ts';
import { type AuditDeps, hashOfId, readDeletedIds, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { deleteRows, findRows, updateRows } from '#server/database/rows.ts';
import { tablesOf } from '#server/database/tables.ts';
import type { Feature } from '#server/feature.ts';
import { acceptClock } from '#server/jobs/run-retention.ts';
import { type Manifest, readManifest } from './backup-files.ts';

export type RestoreOptions = {
  readonly features: readonly Feature[];
  /** Whether sessions of the backup stay valid, even those that people have ended since. */
  readonly keepSessions: boolean;
  readonly holdMail: boolean;
  readonly deletedIds: ReadonlySet<string>;
};

export type Cleaned = Awaited<ReturnType<typeof cleanRestored>>;

/** Removes restored data that must not come back: deleted rows, sessions, and mailed links that may have been used. */
export async function cleanRestored(
  audit: AuditDeps,
  tx: Tx,
  { features, keepSessions, holdMail, deletedIds }: RestoreOptions,
) {
  const deletedAgain = await deleteAgain(audit, tx, { features, deletedIds });
  const sessions = keepSessions ? [] : await tx.deleteFrom('sessions').returning('id').execute();
  for (const [name, { isEmptiedByRestore }] of Object.entries(tablesOf(features)))
    if (isEmptiedByRestore) await sql`delete from ${sql.table(name)}`.execute(tx);
  for (const { afterRestore } of features) await afterRestore?.(audit, tx);
  const waiting = await findRows(tx, 'outbox', ['id'], { state: ['waiting', 'requested'] });
  if (holdMail) {
    await deleteRows(tx, 'outbox', { state: 'requested' });
    await updateRows(
      tx,
      'outbox',
      { state: 'waiting' },
      {
        state: 'dead',
        // The retention period of mails that the restore holds back starts now, so that an operator has time to look at them.
        next_attempt_at: audit.clock().toISOString(),
        leased_until: null,
        last_error: 'held when a backup was restored',
      },
    );
  }
  // Sets the time of the last retention run to now. The time in the backup may be long ago, which would count as a jump of the
  // clock.
  await acceptClock(tx, audit.clock());
  await recordAction(audit, tx, { action: RESTORED, actor: 'operator' });
  return { sessionsEnded: sessions.length, mailsWaiting: waiting.length, deletedAgain };
}

export type DeletedAgain = Readonly<Record<string, number>>;

/** Repeats the deletions made after the backup, and records them for the next restore. */
async function deleteAgain(
  audit: AuditDeps,
  tx: Tx,
  { features, deletedIds }: Pick<RestoreOptions, 'features' | 'deletedIds'>,
): Promise<DeletedAgain> {
  const recorded = new Set(await readDeletedIds(tx));
  for (const detail of deletedIds.difference(recorded)) {
    await recordAction(audit, tx, { action: DELETION_KEPT, actor: 'operator', detail });
  }
  const counts: Record<string, number> = {};
  // Features come in reverse order, so that each counts its rows before the deletion of the account removes them.
  for (const { deleteAgain: again } of features.toReversed())
    Object.assign(counts, await again?.({ features }, tx, (id) => deletedIds.has(hashOfId(id))));
  return counts;
}

const HASH = /[0-9a-f]{64}/g;

/** Reads the manifest of a backup, or a log of the site, even with prefixes of a log collector. */
export async function deletedIdsIn(file: string): Promise<string[]> {
  const found: string[] = [];
  let isWithin = false;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    // The log escapes quotes in user input, so no user can write the key `deletedIds` into it.
    const at = line.indexOf('"deletedIds":');
    if (at >= 0) isWithin = true;
    if (!isWithin) continue;
    const [list = ''] = line.slice(Math.max(at, 0)).split(']', 1);
    found.push(...(list.match(HASH) ?? []));
    isWithin = !line.includes(']', Math.max(at, 0));
  }
  return found;
}

/** One list of hashes for each newer backup in the same folder, from its `.json` manifest. */
export async function deletedIdsOfNewerBackups(backup: string, { made }: Manifest): Promise<string[][]> {
  const folder = dirname(backup);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const manifests = await Promise.all(
    names.map((name) => readManifest(join(folder, name.slice(0, -'.json'.length))).catch(() => undefined)),
  );
  return manifests.flatMap((one) => (one !== undefined && one.made > made ? [one.deletedIds] : []));
}
