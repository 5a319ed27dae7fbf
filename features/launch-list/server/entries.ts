import { sql } from 'kysely';
import { LIST_CONFIRM_MAIL } from '#content/features/launch-list.ts';
import { LAUNCH_LIST_RETENTION } from '#content/features/launch-list-data.ts';
import { LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { recordSeen } from '#features/accounts/server/record-notice.ts';
import { lockUser } from '#features/accounts/server/users.ts';
import { recordDeletion } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { deleteRows, findRow, hasRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Deps } from '#server/feature.ts';
import { refuse } from '#server/http/refusal.ts';
import { requestMail } from '#server/mail/outbox.ts';
import { csv } from '#server/printable-text.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { LAUNCH_LIST_LEFT } from './audit-actions.ts';

/** The days that an unconfirmed entry and its link last. */
export const CONFIRM_DAYS = LAUNCH_LIST_RETENTION['launch-list-waiting'].days;

/** The id of a launch mail is this prefix and the id of the entry. */
export const LAUNCH_ID_PREFIX = 'launch-';

/** Finds or creates the entry of an address. If the entry is not confirmed, the time limit for confirming starts again. */
export async function findOrAddEntry({ newId }: Deps, tx: Tx, email: string, now: Date) {
  const asked_at = now.toISOString();
  const entry = await tx
    .updateTable('launch_list')
    .set(({ eb, ref }) => ({
      asked_at: eb.case().when('confirmed_at', 'is', null).then(asked_at).else(ref('asked_at')).end(),
    }))
    .where('email', '=', email)
    .returning(['id', 'confirmed_at'])
    .executeTakeFirst();
  if (entry !== undefined) return entry;
  const id = newId();
  await insertRow(tx, 'launch_list', { id, email, asked_at, confirmed_at: null, told_at: null });
  return { id, confirmed_at: null };
}

/** Stores the version of the notice that the newest request showed, and replaces an earlier row. */
export async function recordListNotice(
  deps: Deps,
  tx: Tx,
  entryId: string,
  { version, at }: { readonly version: string; readonly at: IsoTime },
): Promise<void> {
  if (version === '') return;
  await deleteRows(tx, 'notices', { entry_id: entryId });
  await recordSeen(deps, tx, { notice: 'launch-list', version, at }, { entry_id: entryId });
}

/** Adds the signed-in person's own address, which is confirmed already. Returns false for any other address. */
export function joinSignedIn(
  deps: Deps,
  { userId, email, notice }: { readonly userId: string; readonly email: string; readonly notice: string },
): Promise<boolean> {
  return retryTransaction(deps.db, async (tx) => {
    // Locks the account: a deletion at the same time either finds the new entry, or is over and this function finds no account.
    if (!(await lockUser(tx, userId)) || !(await hasRow(tx, 'users', { id: userId, email }))) return false;
    const now = deps.clock();
    const at = now.toISOString();
    const entry = await findOrAddEntry(deps, tx, email, now);
    if (entry.confirmed_at === null) {
      await updateRows(tx, 'launch_list', { id: entry.id }, { confirmed_at: at });
      await recordListNotice(deps, tx, entry.id, { version: notice, at });
    }
    await requestMail(deps, tx, { mail: LIST_CONFIRM_MAIL, to: email });
    return true;
  });
}

export async function isOnList(db: Db, userId: string): Promise<boolean> {
  const entry = await db
    .selectFrom('launch_list')
    .innerJoin('users', 'users.email', 'launch_list.email')
    .select('launch_list.id')
    .where('users.id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return entry !== undefined;
}

/** Confirms the entry of a mailed link. Can be repeated. Refuses with LINK_NOT_VALID. */
export async function confirmEntry({ db, clock }: Deps, token: string): Promise<void> {
  const now = clock();
  const { numUpdatedRows } = await db
    .updateTable('launch_list')
    .set(({ fn, val }) => ({ confirmed_at: fn.coalesce('confirmed_at', val(now.toISOString())) }))
    .where('id', 'in', (eb) =>
      eb.selectFrom('launch_list_links').select('entry_id').where('token_hash', '=', hashToken(token)),
    )
    .where((eb) =>
      eb.or([
        eb('confirmed_at', 'is not', null),
        eb('asked_at', '>', timeAfter(now, -CONFIRM_DAYS * DAY_MS)),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) refuse(LINK_NOT_VALID);
}

/** Removes the entry of a mailed link. Returns false if the entry is already gone. */
export function leaveList(deps: Deps, token: string): Promise<boolean> {
  return retryTransaction(deps.db, async (tx) => {
    const link = await findRow(tx, 'launch_list_links', ['entry_id'], { token_hash: hashToken(token) });
    if (link === undefined) return false;
    const { entry_id: subject } = link;
    await removeEntries(tx, [subject]);
    await recordDeletion(deps, tx, { action: LAUNCH_LIST_LEFT, actor: 'visitor', subject });
    return true;
  });
}

/**
 * The caller records the deletion, so that a restore repeats it. Retention records nothing: after a restore it finds the same
 * rows again by their dates.
 */
export async function removeEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  await deleteRows(tx, 'launch_list', { id: ids });
  await deleteRows(tx, 'outbox', { user_id: ids });
}

/**
 * Counts the addresses of the list. `dead`: addresses whose launch mail was given up. `queued`: addresses whose launch mail
 * waits.
 */
export async function countEntries(db: Db) {
  const { all, confirmed, mailed, dead, queued } = await db
    .selectFrom('launch_list as l')
    .leftJoin('outbox as o', (join) => join.on('o.id', '=', sql`${LAUNCH_ID_PREFIX} || l.id`))
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('l.confirmed_at').as('confirmed'),
      fn.count<number>('l.told_at').as('mailed'),
      fn.countAll<number>().filterWhere('o.state', '=', 'dead').as('dead'),
      fn.countAll<number>().filterWhere('o.state', '=', 'waiting').as('queued'),
    ])
    .executeTakeFirstOrThrow();
  return { waiting: all - confirmed, untold: confirmed - mailed, mailed, dead, queued };
}

export async function csvOfConfirmed(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('launch_list')
    .select(['email', 'confirmed_at'])
    .$narrowType<{ confirmed_at: string }>()
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('email')
    .execute();
  const lines = rows.map(({ email, confirmed_at }) => [email, confirmed_at]);
  return csv([['email', 'confirmed_at'], ...lines], true);
}

export function findListAgreements(db: Db, email: string) {
  return db
    .selectFrom('launch_list as l')
    .select(['l.id', 'l.asked_at as at', sql.lit('launch-list').as('notice')])
    .select(({ selectFrom }) =>
      selectFrom('notices')
        .select(({ fn }) => fn.max('version').as('version'))
        .whereRef('entry_id', '=', 'l.id')
        .where('kind', '=', 'seen')
        .as('version'),
    )
    .where('l.email', '=', email)
    .execute();
}

export async function withdrawEntry(tx: Tx, email: string, id: string) {
  const [entry] = (await findListAgreements(tx, email)).filter((found) => found.id === id);
  if (entry === undefined) return undefined;
  await removeEntries(tx, [id]);
  const { notice, version } = entry;
  return { notice, version: version ?? undefined, action: LAUNCH_LIST_LEFT } as const;
}
