import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { SubmissionFilesTable, SubmissionsTable } from '#server/database/schema.ts';
import type { SubmissionFilter } from './filter.ts';

export type FileOfSubmission = Omit<SubmissionFilesTable, 'submission_id' | 'content'>;
export type StoredSubmission = Omit<SubmissionsTable, 'idempotency_key' | 'digest' | 'fields'> & {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly FileOfSubmission[];
};

/** All submissions of an export, from the first each time it is called. */
export type Pages = () => AsyncIterable<readonly StoredSubmission[]>;

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
] as const satisfies readonly (keyof SubmissionsTable)[];

export async function countSubmissions(db: Db, filter: SubmissionFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function newestSubmissions(
  db: Db,
  filter: SubmissionFilter,
  limit: number,
): Promise<StoredSubmission[]> {
  const rows = await filtered(db, filter)
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return withFiles(db, rows);
}

/**
 * All of them, oldest first, in pages: at no time is more than one page in memory. What comes in meanwhile comes last;
 * nothing comes twice.
 */
export async function* pagesOfSubmissions(
  db: Db,
  filter: SubmissionFilter,
  pageSize: number,
): AsyncGenerator<StoredSubmission[]> {
  for (let last: { created_at: string; id: string } | undefined; ; ) {
    let page = filtered(db, filter).select(COLUMNS).orderBy('created_at').orderBy('id').limit(pageSize);
    if (last !== undefined) {
      const { created_at, id } = last;
      page = page.where((eb) =>
        eb.or([
          eb('created_at', '>', created_at),
          eb.and([eb('created_at', '=', created_at), eb('id', '>', id)]),
        ]),
      );
    }
    const rows = await page.execute();
    if (rows.length > 0) yield await withFiles(db, rows);
    last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
  }
}

/** Undefined when there is none with this id. */
export async function findSubmission(db: Db, id: string): Promise<StoredSubmission | undefined> {
  const rows = await db.selectFrom('submissions').select(COLUMNS).where('id', '=', id).execute();
  return (await withFiles(db, rows))[0];
}

/** A file's bytes; undefined when it was deleted meanwhile. */
export async function readFile(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('submission_files')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : Buffer.from(row.content, 'base64');
}

/** The submissions that a filter lets through. */
export function filtered(db: Db, { form, state, from, before }: SubmissionFilter) {
  return db.selectFrom('submissions').where((eb) => {
    const conditions: Expression<SqlBool>[] = [];
    if (form !== undefined) conditions.push(eb('form', '=', form));
    if (state !== undefined) conditions.push(eb('state', '=', state));
    if (from !== undefined) conditions.push(eb('created_at', '>=', from));
    if (before !== undefined) conditions.push(eb('created_at', '<', before));
    return eb.and(conditions);
  });
}

type Row = Pick<SubmissionsTable, (typeof COLUMNS)[number]>;

async function withFiles(db: Db, rows: readonly Row[]): Promise<StoredSubmission[]> {
  if (rows.length === 0) return [];
  const files = await db
    .selectFrom('submission_files')
    .select(['id', 'submission_id', 'field', 'name', 'type', 'size'])
    .where(
      'submission_id',
      'in',
      rows.map(({ id }) => id),
    )
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

const SHORT_ID_LENGTH = 8;

/** For each id the shortest beginning that we show and nobody else's id shares; the whole id where others do. */
export async function shortIds(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const beginning = sql<string>`substr(id, 1, ${sql.lit(SHORT_ID_LENGTH)})`;
  const shared = await db
    .selectFrom('submissions')
    .select(beginning.as('beginning'))
    .where(
      beginning,
      'in',
      ids.map((id) => id.slice(0, SHORT_ID_LENGTH)),
    )
    .groupBy(beginning)
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  const ambiguous = new Set(shared.map((row) => row.beginning));
  return new Map(
    ids.map((id) => {
      const short = id.slice(0, SHORT_ID_LENGTH);
      return [id, ambiguous.has(short) ? id : short];
    }),
  );
}
