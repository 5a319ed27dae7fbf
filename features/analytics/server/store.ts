import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { OTHER_PATH } from '#features/analytics/contract.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { chunksOf, findRow, findRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import { emptyWriteAheadLog } from '#server/database/sqlite-file.ts';
import type { Day } from '#server/time.ts';
import { type DayRollup, keyOf, MOST_DETAILS, partsOf, type Rollup } from './rollup.ts';
import { mergeHistogram, parseHistogram, withVisitors, writeHistogram } from './sketch.ts';

/** The device in old rows of vitals, which are not split by device (`rollup.ts`). */
export const ALL_DEVICES = '*';

/** Runs a transaction that writes sums. A lock allows only one such transaction at a time, in all processes together. */
export function writeSums<T>(db: Db, write: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await advisoryLock(tx, 'analytics sums');
    return write(tx);
  });
}

/** Rows per insert. A statement holds only some 32,000 values on SQLite and 65,000 on PostgreSQL. */
const ROWS_AT_ONCE = 1_000;

/** Stores rows whose last column is a sum. If a row exists already, its number of views is increased; any other sum is replaced. */
export async function storeSums<T extends 'page_views' | 'vitals' | 'visitor_sketches' | 'visit_details'>(
  tx: Tx,
  table: T,
  rows: readonly Schema[T][],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const [key, [sum = '']] = [columns.slice(0, -1), columns.slice(-1)];
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const changed = sql`excluded.${sql.ref(sum)}`;
  for (const some of chunksOf(rows, ROWS_AT_ONCE)) {
    const part = some.map((row) => sql`(${sql.join(Object.values(row))})`);
    await sql`insert into ${sql.table(table)} (${refs(columns)}) values ${sql.join(part)}
      on conflict (${refs(key)}) do update
      set ${sql.ref(sum)} = ${sum === 'views' ? sql`${sql.table(table)}.views + ${changed}` : changed}`.execute(
      tx,
    );
  }
}

/** Adds all sums to the database, or none on a failure. */
export function addToDatabase(db: Db, rollup: Rollup): Promise<void> {
  return writeSums(db, async (tx) => {
    for (const [day, sums] of rollup) {
      await addViews(tx, day, sums);
      await addVitals(tx, day, sums);
      await addVisitors(tx, day, sums);
      await addDetails(tx, day, sums);
    }
  });
}

function addViews(tx: Tx, day: Day, { views }: DayRollup): Promise<void> {
  const rows = [...views].map(([key, count]) => {
    const [path = '', device = ''] = partsOf(key);
    return { day, path, device, views: count };
  });
  return storeSums(tx, 'page_views', rows);
}

async function addVitals(tx: Tx, day: Day, { vitals }: DayRollup): Promise<void> {
  if (vitals.size === 0) return;
  const stored = await findRows(tx, 'vitals', '*', { day });
  const textOf = new Map(
    stored.map(({ path, device, metric, histogram }) => [keyOf(path, device, metric), histogram]),
  );
  const rows = [...vitals].map(([key, added]) => {
    const [path = '', device = '', metric = ''] = partsOf(key);
    const histogram = parseHistogram(textOf.get(key) ?? '');
    mergeHistogram(histogram, added);
    return { day, path, device, metric, histogram: writeHistogram(histogram) };
  });
  await storeSums(tx, 'vitals', rows);
}

async function addVisitors(tx: Tx, day: Day, { sketches }: DayRollup): Promise<void> {
  if (sketches.size === 0) return;
  const stored = await findRows(tx, 'visitor_sketches', '*', { day });
  const textOf = new Map(stored.map(({ path, sketch }) => [path, sketch]));
  const rows = [...sketches].map(([path, added]) => ({
    day,
    path,
    sketch: withVisitors(textOf.get(path), added),
  }));
  await storeSums(tx, 'visitor_sketches', rows);
}

async function addDetails(tx: Tx, day: Day, { details }: DayRollup): Promise<void> {
  for (const [kind, found] of Map.groupBy(details, ([key]) => partsOf(key)[0] ?? '')) {
    const stored = await findRows(tx, 'visit_details', ['name'], { day, kind });
    const names = new Set(stored.map(({ name }) => name));
    const views = new Map<string, number>();
    for (const [key, count] of found) {
      const [, sent = ''] = partsOf(key);
      const name = names.has(sent) || names.size < MOST_DETAILS ? sent : OTHER_PATH;
      names.add(name);
      views.set(name, (views.get(name) ?? 0) + count);
    }
    const rows = [...views].map(([name, count]) => ({ day, kind, name, views: count }));
    await storeSums(tx, 'visit_details', rows);
  }
}

/**
 * The salt of a day, created by the first process that needs it. If another process, whose clock is a day ahead, destroys the row
 * at once, this returns a salt that no other process uses.
 */
export async function saltOf(db: Db, day: Day, newSalt: () => string): Promise<string> {
  const made = newSalt();
  await db
    .insertInto('analytics_salts')
    .values({ day, salt: made })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  const row = await findRow(db, 'analytics_salts', ['salt'], { day });
  return row?.salt ?? made;
}

/**
 * Destroys the salts of all days before `today`. On SQLite their bytes are gone on return, or after the next call if a backup is
 * reading the write-ahead log. PostgreSQL removes them when it vacuums.
 */
export async function destroySalts(db: Db, today: Day): Promise<void> {
  await db.deleteFrom('analytics_salts').where('day', '<', today).execute();
  await emptyWriteAheadLog(db);
}

/**
 * Identifies a visitor for one day. Without the salt the hash reveals nobody. The hash is only counted in sketches, and never
 * stored.
 */
export function visitorHash(salt: string, address: string, userAgent: string): Buffer {
  return createHmac('sha256', salt).update(`${address}\n${userAgent}`).digest();
}
