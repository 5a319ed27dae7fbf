import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id, line } from '#contract/fields.ts';
import { ACTIONS, CONSOLE, LIST_ROWS, may } from '#features/console/contract.ts';
import { replyIds, undeliveredAnswers } from '#features/forms/server/message-mails.ts';
import { type SubmissionFilter, submissionsBeside } from '#features/forms/server/stored-submissions.ts';
import type { Operator } from '#server/console-view.ts';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Cursor, NEWEST, OLDEST, pageFromCursor } from '#server/database/search.ts';
import { betweenDays, days, realDays, typedWords, unlessEmpty } from '#server/http/form-fields.ts';
import { type PageQuery, page, readPage, withQuery } from './keyset-pages.ts';
import { IS_ANSWER } from './notes.ts';
import { searchedWords } from './search-form.ts';
import { listStaff } from './staff.ts';

export const INBOX_STATES = {
  open: 'Open (not done)',
  done: 'Done',
  requests: 'Requests to answer',
  answered: 'Answered requests',
  quarantined: 'In quarantine',
  unpaid: 'Unpaid',
  undelivered: 'Answer not delivered',
  all: 'All',
} as const;
type InboxState = keyof typeof INBOX_STATES;

const FILTERS: Readonly<
  Record<InboxState, Pick<SubmissionFilter, 'state' | 'isDone' | 'isRequest' | 'isUndelivered'>>
> = {
  open: { state: 'received', isDone: false },
  done: { state: 'received', isDone: true },
  requests: { state: 'received', isDone: false, isRequest: true },
  answered: { state: 'received', isDone: true, isRequest: true },
  quarantined: { state: 'quarantined' },
  unpaid: { state: 'unpaid' },
  undelivered: { isUndelivered: true },
  all: {},
};

export const WORDS_MOST = 200;

/** The filters of the inbox and of an export. A wrong filter is refused: an export without this filter would contain too much. */
const filters = {
  words: unlessEmpty(line(WORDS_MOST)),
  form: unlessEmpty(id),
  state: unlessEmpty(z.enum(Object.keys(INBOX_STATES) as InboxState[], 'There is no such state.')),
  unread: unlessEmpty(z.literal('1')),
  mine: unlessEmpty(z.literal('1')),
};
export const exportQuery = z.object({ ...filters, ...realDays });

/** The filters and the page number in the URL of the inbox. A wrong filter is left out, and the list is shown without it. */
export const inboxQuery = z.object({
  words: typedWords,
  form: filters.form.catch(undefined),
  state: filters.state.catch(undefined),
  unread: filters.unread.catch(undefined),
  mine: filters.mine.catch(undefined),
  ...days,
  ...page,
});
export type InboxQuery = z.infer<typeof inboxQuery>;

export function filterOf(
  { words, form, state = 'open', unread, mine, ...typed }: z.infer<typeof exportQuery>,
  { session, timeZone }: Pick<Operator, 'session' | 'timeZone'>,
): SubmissionFilter {
  return {
    ...FILTERS[state],
    words: searchedWords(words, WORDS_MOST),
    form,
    isUnread: unread === '1',
    assignedTo: mine === '1' ? session.userId : undefined,
    ...betweenDays(typed, timeZone),
  };
}

export const inboxPath = (query: InboxQuery) =>
  query.state === 'requests' ? CONSOLE.requests : withQuery(CONSOLE.inbox, query);

const BEGINNING = 180;
/** The count of unread messages stops at this number. */
export const UNREAD_MOST = 1_000;

export type InboxRow = Awaited<ReturnType<typeof readRows>>[number];

/** Lists the inbox, newest first. Searches for ids first, then reads only the rows that are shown. */
export const listInbox = (db: Db, filter: SubmissionFilter, query: PageQuery) =>
  readPage(
    query,
    NEWEST,
    (cursor, limit) => rowsOf(db, submissionsBeside(db, filter, cursor).limit(limit)),
    (row) => row.created_at,
  );

/** A page of requests that wait for an answer, the earliest due date first. */
export function listRequests(db: Db, query: PageQuery) {
  return readPage(
    query,
    OLDEST,
    (cursor, limit) => rowsOf(db, openRequests(db, cursor).limit(limit)),
    (row) => row.due_at,
  );
}

/** Written like the conditions of the indexes `submissions_…`, because SQLite uses an index only for the same condition. */
export const IS_OPEN = sql<boolean>`state = 'received' and done_at is null`;

export function openRequests(db: Db, from: Cursor = OLDEST) {
  const open = db.selectFrom('submissions').where(IS_OPEN).where('due_at', 'is not', null);
  return pageFromCursor(open, sql`due_at`, from);
}

async function rowsOf(db: Db, found: SelectQueryBuilder<Schema, 'submissions', unknown>) {
  const ids = await found.select('id').execute();
  return readRows(
    db,
    ids.map(({ id }) => id),
  );
}

/** The inbox rows of these submissions, in the given order. Missing submissions are left out. */
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
      's.fields',
      sql<string>`substr(s.message, 1, ${sql.lit(BEGINNING)})`.as('beginning'),
      's.created_at',
      's.due_at',
      's.done_at',
      's.read_at',
      'u.name as assignee',
      selectFrom('submission_files as f')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('f.submission_id', '=', 's.id')
        .as('files'),
      selectFrom('operator_notes as n')
        .select((eb) => eb.fn.max('n.created_at').as('at'))
        .whereRef('n.submission_id', '=', 's.id')
        .where(IS_ANSWER)
        .as('replied_at'),
      // SQLite returns a number instead of a boolean.
      sql<boolean | number>`s.id in ${undeliveredAnswers}`.as('is_undelivered'),
    ])
    .where('s.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, { ...row, is_undelivered: Boolean(row.is_undelivered) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The messages before and after a message, in the order of the list from which the operator opened the message. */
export async function findNeighbours(
  db: Db,
  query: InboxQuery,
  operator: Operator,
  { id, created_at, due_at }: Pick<InboxRow, 'id' | 'created_at' | 'due_at'>,
): Promise<{ readonly previous: string | undefined; readonly next: string | undefined }> {
  const isByDueDate = query.state === 'requests';
  const filter = filterOf(query, operator);
  const beside = async (side: Cursor['side']) => {
    const found = isByDueDate
      ? openRequests(db, { side, at: due_at ?? '', id })
      : submissionsBeside(db, filter, { side, at: created_at, id });
    // Reads a whole page of ids, because for a single row PostgreSQL would scan all messages instead of using the word index.
    return (await found.select('id').limit(LIST_ROWS).execute())[0]?.id;
  };
  const [newer, older] = [await beside('newer'), await beside('older')];
  return isByDueDate ? { previous: older, next: newer } : { previous: newer, next: older };
}

/** Returns the ids of those submissions that are requests about personal data. */
export async function requestsAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const requests = db.selectFrom('submissions').select('id').where('id', 'in', ids);
  const rows = await requests.where('due_at', 'is not', null).execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Counts the received messages that are neither read nor done, up to `UNREAD_MOST`. Messages in quarantine do not count. With
 * `since`, counts only messages after that time.
 */
export async function countUnread(db: Db, since = ''): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('submissions')
        .select('created_at')
        .where(IS_OPEN)
        .where('read_at', 'is', null)
        .where('created_at', '>', since)
        .limit(UNREAD_MOST)
        .as('unread'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function listColleagues(db: Db): Promise<Readonly<Record<string, string>>> {
  const staff = await listStaff(db);
  return Object.fromEntries(
    staff.flatMap(({ id, name, role }) => (may(role, ACTIONS.workOnMessages) ? [[id, name]] : [])),
  );
}

export function listReplies(db: Db, submissionId: string) {
  return db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'state', 'created_at', 'sent_at', 'last_error'])
    .where('id', 'in', replyIds(submissionId))
    .orderBy('created_at')
    .execute();
}
