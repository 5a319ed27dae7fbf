import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id, line } from '#contract/fields.ts';
import { ACTIONS, CONSOLE, LIST_ROWS, may } from '#features/console/contract.ts';
import { type SubmissionFilter, submissionsBeside } from '#features/forms/server/stored-submissions.ts';
import type { Operator } from '#server/console-view.ts';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Cursor, NEWEST, OLDEST, pageFromCursor } from '#server/database/search.ts';
import { betweenDays, days, unlessEmpty } from '#server/http/form-fields.ts';
import { replyIds } from '#server/mail/outbox.ts';
import { type PageQuery, page, readPage, withQuery } from './keyset-pages.ts';
import { listStaff } from './staff.ts';

/** What the list shows, by the state of a message. */
export const INBOX_STATES = {
  open: 'Open',
  done: 'Done',
  quarantined: 'In quarantine',
  unpaid: 'Unpaid',
  all: 'All',
} as const;
type InboxState = keyof typeof INBOX_STATES;

const FILTERS: Readonly<Record<InboxState, Pick<SubmissionFilter, 'state' | 'isDone'>>> = {
  open: { state: 'received', isDone: false },
  done: { state: 'received', isDone: true },
  quarantined: { state: 'quarantined' },
  unpaid: { state: 'unpaid' },
  all: {},
};

/** Characters of what is searched for. */
export const WORDS_MOST = 200;

/** What a list is asked for, as it stands in its address. */
export const inboxQuery = z.object({
  words: unlessEmpty(line(WORDS_MOST)),
  form: unlessEmpty(id),
  state: unlessEmpty(z.enum(Object.keys(INBOX_STATES) as InboxState[], 'There is no such state.')),
  unread: unlessEmpty(z.literal('1')),
  mine: unlessEmpty(z.literal('1')),
  ...days,
  ...page,
});
export type InboxQuery = z.infer<typeof inboxQuery>;

/** Which submissions are meant. */
export function filterOf(
  { words, form, state = 'open', unread, mine, from, to }: InboxQuery,
  { session, timeZone }: Pick<Operator, 'session' | 'timeZone'>,
): SubmissionFilter {
  return {
    ...FILTERS[state],
    words,
    form,
    isUnread: unread === '1',
    assignedTo: mine === '1' ? session.userId : undefined,
    ...betweenDays(from, to, timeZone),
  };
}

export const inboxPath = (query: InboxQuery) => withQuery(CONSOLE.inbox, query);

/** Characters of a text that a row of the list shows. */
const BEGINNING = 180;
/** More unread messages than this are not counted. */
export const UNREAD_MOST = 1_000;

export type InboxRow = Awaited<ReturnType<typeof readRows>>[number];

/** A page of the list, newest first. The rows are found by ids: what they hold is read for those that are shown only. */
export const listInbox = (db: Db, filter: SubmissionFilter, query: PageQuery) =>
  readPage(
    query,
    NEWEST,
    (cursor, limit) => rowsOf(db, submissionsBeside(db, filter, cursor).limit(limit)),
    (row) => row.created_at,
  );

/** Requests that wait for an answer, the one that is due first on top. */
export function listRequests(db: Db, query: PageQuery) {
  return readPage(
    query,
    OLDEST,
    (cursor, limit) => rowsOf(db, openRequests(db, cursor).limit(limit)),
    (row) => row.due_at,
  );
}

/** In the order of their due days, from a place in the list on. */
export function openRequests(db: Db, from: Cursor = OLDEST) {
  const open = db
    .selectFrom('submissions')
    .where(sql<boolean>`state = 'received' and done_at is null and due_at is not null`);
  return pageFromCursor(open, sql`due_at`, from);
}

async function rowsOf(db: Db, found: SelectQueryBuilder<Schema, 'submissions', unknown>) {
  const ids = await found.select('id').execute();
  return readRows(
    db,
    ids.map(({ id }) => id),
  );
}

/** The rows of these ids, in this order; those that are gone are left out. */
export async function readRows(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('submissions as s')
    .leftJoin('users as u', 'u.id', 's.assigned_to')
    .select(({ selectFrom }) => [
      's.id',
      's.form',
      's.state',
      's.name',
      's.email',
      sql<string>`substr(s.message, 1, ${sql.lit(BEGINNING)})`.as('beginning'),
      's.created_at',
      's.due_at',
      's.done_at',
      's.read_at',
      'u.name as assignee',
      selectFrom('submission_files as f')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .whereRef('f.submission_id', '=', 's.id')
        .as('files'),
    ])
    .where('s.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The ids of the messages before and after one in a list. */
export async function findNeighbours(
  db: Db,
  filter: SubmissionFilter,
  { id, created_at: at }: { readonly id: string; readonly created_at: string },
): Promise<{ readonly newer: string | undefined; readonly older: string | undefined }> {
  const beside = async (side: Cursor['side']) => {
    // As many as a page has: for one row PostgreSQL would rather walk through all messages than ask the index of words.
    const near = submissionsBeside(db, filter, { side, at, id }).select('id').limit(LIST_ROWS);
    return (await near.execute())[0]?.id;
  };
  return { newer: await beside('newer'), older: await beside('older') };
}

/** How many open messages nobody has read, up to `UNREAD_MOST`: all, or those that came after a moment. */
export async function countUnread(db: Db, since = ''): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('submissions')
        .select('created_at')
        .where(sql<boolean>`state = 'received' and done_at is null and read_at is null`)
        .where('created_at', '>', since)
        .limit(UNREAD_MOST)
        .as('unread'),
    )
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The names of those who work on messages, by their ids. */
export async function listColleagues(db: Db): Promise<Readonly<Record<string, string>>> {
  const staff = await listStaff(db);
  return Object.fromEntries(
    staff.flatMap(({ id, name, role }) => (may(role, ACTIONS.workOnMessages) ? [[id, name]] : [])),
  );
}

/** The answers to a submission that are in the outbox, and how far they are. */
export function listReplies(db: Db, submissionId: string) {
  return db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'state', 'created_at', 'sent_at'])
    .where('id', 'in', replyIds(submissionId))
    .orderBy('created_at')
    .execute();
}
