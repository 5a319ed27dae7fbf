import type { Db, Tx } from '#server/database/database.ts';
import { type Day, dayOf, daysAfter } from '#server/time.ts';
import { mergeHistogram, parseHistogram, writeHistogram } from './histogram.ts';
import { keyOf, partsOf } from './rollup.ts';
import { closedText, visitorsIn } from './sketch.ts';
import { ALL_DEVICES, destroySalts, inParts, writeSums } from './store.ts';

/** For so long the vitals of a day are kept per device; after that, for all devices together. */
export const SPLIT_DAYS = 35;
/** Names that strangers chose are kept for so long (`content/data-register.ts`). */
const DETAIL_DAYS = 365;

/**
 * Destroys old salts and shrinks old rows: a day's visitors become a number once it is over, and vitals lose their
 * split by device after 35 days; paths that lead nowhere and hosts go after a year. Until then the operator's report stays the same. Repeatable, also from several processes.
 */
export async function tidyAnalytics(db: Db, now: Date): Promise<void> {
  const today = dayOf(now);
  await destroySalts(db, today);
  await closeVisitors(db, daysAfter(today, -1));
  await joinDevices(db, daysAfter(today, -SPLIT_DAYS));
  await db.deleteFrom('visit_details').where('day', '<', daysAfter(today, -DETAIL_DAYS)).execute();
}

/** The visitors of the days before `day` become numbers. One day at a time, so that nobody waits long. */
async function closeVisitors(db: Db, before: Day): Promise<void> {
  const open = await db
    .selectFrom('visitor_sketches')
    .select('day')
    .distinct()
    .where('day', '<', before)
    .where('sketch', 'not like', '=%')
    .execute();
  for (const { day } of open) {
    await writeSums(db, async (tx) => {
      const rows = await tx
        .selectFrom('visitor_sketches')
        .selectAll()
        .where('day', '=', day)
        .where('sketch', 'not like', '=%')
        .execute();
      for (const { path, sketch } of rows) {
        await tx
          .updateTable('visitor_sketches')
          .set({ sketch: closedText(visitorsIn(sketch)) })
          .where('day', '=', day)
          .where('path', '=', path)
          .execute();
      }
    });
  }
}

async function joinDevices(db: Db, before: Day): Promise<void> {
  const split = await db
    .selectFrom('vitals')
    .select('day')
    .distinct()
    .where('day', '<', before)
    .where('device', '!=', ALL_DEVICES)
    .execute();
  for (const { day } of split) await writeSums(db, (tx) => joinDay(tx, day));
}

async function joinDay(tx: Tx, day: Day): Promise<void> {
  const rows = await tx.selectFrom('vitals').selectAll().where('day', '=', day).execute();
  const joined = [...Map.groupBy(rows, ({ path, metric }) => keyOf(path, metric))].map(([key, parts]) => {
    const [path = '', metric = ''] = partsOf(key);
    const histogram = new Map();
    for (const part of parts) mergeHistogram(histogram, parseHistogram(part.histogram));
    return { day, path, device: ALL_DEVICES, metric, histogram: writeHistogram(histogram) };
  });
  await tx.deleteFrom('vitals').where('day', '=', day).execute();
  for (const part of inParts(joined)) await tx.insertInto('vitals').values(part).execute();
}
