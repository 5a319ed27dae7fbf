import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { Day } from './day.ts';
import { mergeHistogram, parseHistogram, writeHistogram } from './histogram.ts';
import { type DayRollup, keyOf, partsOf, type Rollup } from './rollup.ts';
import { readVisitors, writeVisitors } from './stored-visitors.ts';

/** PostgreSQL's key of the lock that whoever rewrites sums holds; any number, as long as nothing else uses it. */
const SUMS_LOCK = 7_229_014_403;

/** Stands for all devices in rows of vitals that are older than their split by device (`tidy.ts`). */
export const ALL_DEVICES = '*';

/**
 * One writer of sums at a time, in any number of processes: what it reads stays as it is until it has written.
 * SQLite's transactions are so already.
 */
export function writeSums<T>(db: Db, write: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (tx.getExecutor().adapter instanceof PostgresAdapter) {
      await sql`select pg_advisory_xact_lock(${sql.lit(SUMS_LOCK)})`.execute(tx);
    }
    return write(tx);
  });
}

/** A statement holds some 32,000 values on SQLite and 65,000 on PostgreSQL; a site may have any number of pages. */
const ROWS_AT_ONCE = 1_000;

/** The rows in parts that one statement can hold. */
export function inParts<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
}

/** Adds sums to those in the database, in one transaction: all of them, or none when it throws. */
export function addToDatabase(db: Db, rollup: Rollup): Promise<void> {
  return writeSums(db, async (tx) => {
    for (const [day, sums] of rollup) {
      await addViews(tx, day, sums);
      await addVitals(tx, day, sums);
      await addVisitors(tx, day, sums);
    }
  });
}

async function addViews(tx: Tx, day: Day, { views }: DayRollup): Promise<void> {
  if (views.size === 0) return;
  const rows = [...views].map(([key, count]) => {
    const [path = '', device = ''] = partsOf(key);
    return { day, path, device, views: count };
  });
  for (const part of inParts(rows)) {
    await tx
      .insertInto('page_views')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'path', 'device'])
          .doUpdateSet((eb) => ({ views: eb('page_views.views', '+', eb.ref('excluded.views')) })),
      )
      .execute();
  }
}

async function addVitals(tx: Tx, day: Day, { vitals }: DayRollup): Promise<void> {
  if (vitals.size === 0) return;
  const stored = await tx.selectFrom('vitals').selectAll().where('day', '=', day).execute();
  const textOf = new Map(
    stored.map(({ path, device, metric, histogram }) => [keyOf(path, device, metric), histogram]),
  );
  const rows = [...vitals].map(([key, added]) => {
    const [path = '', device = '', metric = ''] = partsOf(key);
    const histogram = parseHistogram(textOf.get(key) ?? '');
    mergeHistogram(histogram, added);
    return { day, path, device, metric, histogram: writeHistogram(histogram) };
  });
  for (const part of inParts(rows)) {
    await tx
      .insertInto('vitals')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'path', 'device', 'metric'])
          .doUpdateSet((eb) => ({ histogram: eb.ref('excluded.histogram') })),
      )
      .execute();
  }
}

async function addVisitors(tx: Tx, day: Day, { sketches }: DayRollup): Promise<void> {
  if (sketches.size === 0) return;
  const stored = await tx.selectFrom('visitor_sketches').selectAll().where('day', '=', day).execute();
  const textOf = new Map(stored.map(({ path, sketch }) => [path, sketch]));
  const rows = [...sketches].map(([path, added]) => ({
    day,
    path,
    sketch: writeVisitors(readVisitors(textOf.get(path)), added),
  }));
  for (const part of inParts(rows)) {
    await tx
      .insertInto('visitor_sketches')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['day', 'path']).doUpdateSet((eb) => ({ sketch: eb.ref('excluded.sketch') })),
      )
      .execute();
  }
}
