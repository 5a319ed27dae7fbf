import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { findRow } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import { type Cursor, hasWords, isNotReceived, OLDEST, pageFromCursor } from '#server/database/search.ts';
import { undeliveredAnswers } from './message-mails.ts';
import type { SubmissionFilesTable, SubmissionState, SubmissionsTable } from './tables.ts';

/** Conditions that submissions must meet. An absent condition excludes nothing. */
export type SubmissionFilter = {
  readonly form?: string | undefined;
  readonly state?: SubmissionState | undefined;
  /** The start of the range is included. */
  readonly from?: IsoTime | undefined;
  /** The end of the range is excluded. */
  readonly before?: IsoTime | undefined;
  readonly isDone?: boolean | undefined;
  readonly isUnread?: boolean | undefined;
  readonly isRequest?: boolean | undefined;
  readonly isUndelivered?: boolean | undefined;
  readonly assignedTo?: string | undefined;
  /** Words, or beginnings of words, in the name, address or text. */
  readonly words?: string | undefined;
};

type SubmissionFile = Omit<SubmissionFilesTable, 'submission_id' | 'content'>;
export type StoredSubmission = Omit<
  SubmissionsTable,
  'idempotency_key' | 'digest' | 'fields' | 'reminded_at'
> & {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly SubmissionFile[];
};

const COLUMNS = [
  'id',
  'form',
  'state',
  'user_id',
  'name',
  'email',
  'message',
  'fields',
  'payment_intent',
  'amount',
  'currency',
  'created_at',
  'due_at',
  'done_at',
  'read_at',
  'assigned_to',
] as const satisfies readonly (keyof SubmissionsTable)[];

/** Reads submissions page by page to save memory, oldest first. Submissions that arrive during the reading come last. @public */
export async function* pagesOfSubmissions(
  db: Db,
  filter: SubmissionFilter,
  pageSize: number,
): AsyncGenerator<StoredSubmission[]> {
  for (let cursor = OLDEST; ; ) {
    const rows = await submissionsBeside(db, filter, cursor).select(COLUMNS).limit(pageSize).execute();
    if (rows.length > 0) yield await withFiles(db, rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    cursor = { ...OLDEST, at: last.created_at, id: last.id };
  }
}

export const submissionsBeside = (db: Db, filter: SubmissionFilter, cursor: Cursor) =>
  pageFromCursor(filteredSubmissions(db, filter), sql`created_at`, cursor);

/** Reads one submission. Undefined if there is none with this id. @public */
export async function readSubmission(db: Db, id: string): Promise<StoredSubmission | undefined> {
  const row = await findRow(db, 'submissions', COLUMNS, { id });
  return row && (await withFiles(db, [row]))[0];
}

/** Reads the content of a submitted file. Undefined if the file was deleted. @public */
export async function readFile(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await findRow(db, 'submission_files', ['content'], { id });
  return row === undefined ? undefined : Buffer.from(row.content, 'base64');
}

function filteredSubmissions(
  db: Db,
  {
    form,
    state,
    from,
    before,
    isDone,
    isUnread,
    isRequest,
    isUndelivered,
    assignedTo,
    words,
  }: SubmissionFilter,
) {
  return db.selectFrom('submissions').where((eb) => {
    const conditions: Expression<SqlBool>[] = [];
    if (form !== undefined) conditions.push(eb('form', '=', form));
    // This value is a literal, because SQLite uses a partial index only for literals.
    if (state !== undefined) conditions.push(eb('state', '=', sql.lit(state)));
    if (state !== undefined && state !== 'received') conditions.push(isNotReceived);
    if (isDone !== undefined) conditions.push(eb('done_at', isDone ? 'is not' : 'is', null));
    if (isUnread === true) conditions.push(eb('read_at', 'is', null));
    if (isRequest === true) conditions.push(eb('due_at', 'is not', null));
    if (isUndelivered === true) conditions.push(sql`id in ${undeliveredAnswers}`);
    if (assignedTo !== undefined) conditions.push(eb('assigned_to', '=', assignedTo));
    const hasThem = words === undefined ? undefined : hasWords(db, 'submissions', words);
    if (hasThem !== undefined) conditions.push(hasThem);
    if (from !== undefined) conditions.push(eb('created_at', '>=', from));
    if (before !== undefined) conditions.push(eb('created_at', '<', before));
    return eb.and(conditions);
  });
}

async function withFiles(
  db: Db,
  rows: readonly Pick<SubmissionsTable, (typeof COLUMNS)[number]>[],
): Promise<StoredSubmission[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const files = await db
    .selectFrom('submission_files')
    .select(['id', 'submission_id', 'field', 'name', 'type', 'size'])
    .where('submission_id', 'in', ids)
    .orderBy('field')
    .orderBy('id')
    .execute();
  const filesOf = Map.groupBy(files, ({ submission_id }) => submission_id);
  return rows.map((row) => ({
    ...row,
    fields: JSON.parse(row.fields),
    files: (filesOf.get(row.id) ?? []).map(({ submission_id: _, ...file }) => file),
  }));
}

const REFERENCE = /^[\da-f]{8}$/;

export function referenceOf({ id }: { readonly id: string }): string {
  return id.slice(0, 8);
}

/** Finds a submission by its reference, the beginning of its id. Undefined if no submission or several match. @public */
export async function findByReference(db: Db, text: string): Promise<string | undefined> {
  const reference = text.trim().toLowerCase();
  if (!REFERENCE.test(reference)) return undefined;
  const rows = await db
    .selectFrom('submissions')
    .select('id')
    // Ids are hexadecimal, so `g` sorts after all ids with this beginning.
    .where('id', '>=', reference)
    .where('id', '<', `${reference}g`)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]?.id : undefined;
}
