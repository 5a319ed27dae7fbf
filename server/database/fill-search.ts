import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type SetTimer, setUnrefTimer } from '#server/timer.ts';
import { isPostgres } from './advisory-lock.ts';
import type { Db } from './database.ts';
import { SEARCHED, type SearchedTable } from './search.ts';

/** Short enough to keep nobody waiting for a row. */
const ROWS_AT_ONCE = 500;
const BETWEEN_MS = 50;
/** Rows that another transaction had locked are filled then. */
const AGAIN_MS = 60 * 60_000;

/**
 * On PostgreSQL, gives the rows of before migration 0009 their words for the search, a few at a time. Returns how many: until it is 0, there
 * may be more. A trigger fills those of every row that is written from then on.
 */
export async function fillSearch(db: Db, table: SearchedTable): Promise<number> {
  const [column] = SEARCHED[table];
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.id(column)} = ${sql.id(column)} where id in (
      select id from ${sql.table(table)} where search_words is null
      limit ${sql.lit(ROWS_AT_ONCE)} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Fills in the background. Returns what stops it; never rejects. */
export function startFillingSearch({
  db,
  log,
  setTimer = setUnrefTimer,
}: {
  readonly db: Db;
  readonly log: Pick<Logger, 'error'>;
  readonly setTimer?: SetTimer;
}): () => Promise<void> {
  if (!isPostgres(db)) return async () => {};
  let cancel = () => {};
  let isStopped = false;
  const round = async (): Promise<void> => {
    let filled = 0;
    try {
      for (const table of Object.keys(SEARCHED) as SearchedTable[]) filled += await fillSearch(db, table);
    } catch (err) {
      log.error({ err }, 'old rows could not be made searchable; trying again in an hour');
    }
    if (isStopped) return;
    cancel = setTimer(filled > 0 ? BETWEEN_MS : AGAIN_MS, () => {
      running = round();
    });
  };
  let running = round();
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
