import { FORM_RETENTION } from '#content/features/forms-data.ts';
import type { AuditAction } from '#server/audit/action.ts';
import { type AuditActor, recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { findRow, hasRow, updateRows } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { AppDeps, SiteDeps } from '#server/feature.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import {
  SUBMISSION_ASSIGNED,
  SUBMISSION_DONE,
  SUBMISSION_FILED,
  SUBMISSION_NOT_DONE,
  SUBMISSION_NOT_FILED,
  SUBMISSION_QUARANTINED,
  SUBMISSION_READ,
  SUBMISSION_RELEASED,
  SUBMISSION_UNREAD,
} from './audit-actions.ts';
import { notificationId } from './message-mails.ts';
import { storeNotification, storeReceipt } from './notification.ts';

/** The marks that operators set. Each has its column, its new value and its audit action. */
const MARKS = {
  read: { column: 'read_at', isSet: true, action: SUBMISSION_READ },
  unread: { column: 'read_at', isSet: false, action: SUBMISSION_UNREAD },
  done: { column: 'done_at', isSet: true, action: SUBMISSION_DONE },
  undone: { column: 'done_at', isSet: false, action: SUBMISSION_NOT_DONE },
} as const satisfies Record<string, { column: string; isSet: boolean; action: AuditAction }>;
export type Mark = keyof typeof MARKS;

/**
 * Returns the ids of the changed submissions. Only a received submission can be marked as done, which also ends its reminders.
 * @public
 */
export function markSubmissions(
  deps: SiteDeps,
  ids: readonly string[],
  mark: Mark,
  by: AuditActor,
): Promise<string[]> {
  const { column, isSet, action } = MARKS[mark];
  return deps.db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('submissions')
      .set({ [column]: isSet ? deps.clock().toISOString() : null })
      .where('id', 'in', ids)
      .where(column, isSet ? 'is' : 'is not', null)
      .$if(mark === 'done', (update) => update.where('state', '=', 'received'))
      .returning('id')
      .execute();
    for (const { id: subject } of rows) await recordAction(deps, tx, { ...by, action, subject });
    return rows.map(({ id }) => id);
  });
}

/** Assigns submissions to an operator or to nobody. Returns the former assignees of those that changed. @public */
export function assignSubmissions(
  deps: SiteDeps,
  wanted: readonly { readonly id: string; readonly to: string | null }[],
  by: AuditActor,
): Promise<{ id: string; to: string | null }[]> {
  return deps.db.transaction().execute(async (tx) => {
    const before: { id: string; to: string | null }[] = [];
    for (const { id, to } of wanted) {
      const row = await findRow(tx, 'submissions', ['assigned_to'], { id });
      if (row === undefined || row.assigned_to === to) continue;
      await updateRows(tx, 'submissions', { id }, { assigned_to: to });
      await recordAction(deps, tx, { ...by, action: SUBMISSION_ASSIGNED, subject: id });
      before.push({ id, to: row.assigned_to });
    }
    return before;
  });
}

/** Makes a submission a request about personal data. Returns its due date, or undefined if it has one already. @public */
export function fileAsRequest(deps: AppDeps, id: string, by: AuditActor): Promise<IsoTime | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    const found = { id, state: 'received', due_at: null } as const;
    const row = await findRow(tx, 'submissions', ['created_at'], found);
    if (row === undefined) return undefined;
    const due_at = timeAfter(new Date(row.created_at), deps.settings.grievanceDays * DAY_MS);
    if ((await updateRows(tx, 'submissions', found, { due_at })) === 0) return undefined;
    await recordAction(deps, tx, { ...by, action: SUBMISSION_FILED, subject: id });
    return due_at;
  });
}

/** Undoes `fileAsRequest`. Returns false if the submission is not an open request. @public */
export function unfileRequest(deps: SiteDeps, id: string, by: AuditActor): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('submissions')
      .set({ due_at: null })
      .where('id', '=', id)
      .where('state', '=', 'received')
      .where('due_at', 'is not', null)
      .where('done_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    await recordAction(deps, tx, { ...by, action: SUBMISSION_NOT_FILED, subject: id });
    return true;
  });
}

/** Moves a quarantined submission to the inbox. Returns false if it is not in quarantine. @public */
export async function releaseSubmission(deps: AppDeps, id: string, by: AuditActor): Promise<boolean> {
  const kind = await receiveWaiting(deps, id, 'quarantined', (tx) =>
    recordAction(deps, tx, { ...by, action: SUBMISSION_RELEASED, subject: id }),
  );
  return kind === 'received';
}

/**
 * The minimum number of days that a message is in quarantine before its deletion. Without a minimum, somebody could have old
 * messages deleted at once by quarantining them.
 */
const QUARANTINED_AT_LEAST = 7;
/** Messages older than this many days cannot be quarantined. @public */
export const QUARANTINED_UNTIL_DAYS = FORM_RETENTION['quarantined-submissions'].days - QUARANTINED_AT_LEAST;

/**
 * Quarantines submissions and deletes their unsent notifications. Skips old submissions, which would be deleted within days.
 * Returns the ids of the changed ones. @public
 */
export function quarantineSubmissions(
  deps: SiteDeps,
  ids: readonly string[],
  by: AuditActor,
): Promise<string[]> {
  const since = timeAfter(deps.clock(), -QUARANTINED_UNTIL_DAYS * DAY_MS);
  return deps.db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('submissions')
      .set({ state: 'quarantined' })
      .where('id', 'in', ids)
      .where('state', '=', 'received')
      .where('created_at', '>', since)
      .returning('id')
      .execute();
    const put = rows.map(({ id }) => id);
    if (put.length > 0)
      await tx
        .deleteFrom('outbox')
        .where('id', 'in', put.map(notificationId))
        .where('state', '<>', 'sent')
        .execute();
    for (const subject of put)
      await recordAction(deps, tx, { ...by, action: SUBMISSION_QUARANTINED, subject });
    return put;
  });
}

/**
 * Marks a quarantined or unpaid submission as received and stores its notification. Only one of several concurrent calls succeeds.
 * @param beforeCommit runs last in the transaction
 */
export function receiveWaiting(
  deps: AppDeps,
  id: string,
  state: 'quarantined' | 'unpaid',
  beforeCommit: (tx: Tx) => Promise<void> = async () => {},
): Promise<'received' | 'not-there' | 'not-waiting'> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await hasRow(tx, 'submissions', { id }))) return 'not-there';
    const row = await tx
      .updateTable('submissions')
      .set({ state: 'received' })
      .where('id', '=', id)
      .where('state', '=', state)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return 'not-waiting';
    // No second notification is stored for a submission that was received before, for example before it was quarantined.
    if (!(await hasRow(tx, 'outbox', { id: notificationId(id) }))) await storeNotification(deps, tx, row);
    // Only the sender of an unpaid message gets a receipt now. The sender of a quarantined one already saw a success page, and a
    // receipt days later would confuse.
    if (state === 'unpaid') await storeReceipt(deps, tx, row);
    await beforeCommit(tx);
    return 'received';
  });
}
