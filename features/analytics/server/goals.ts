import type { Db } from '#server/database/database.ts';
import { countByDay } from '#server/database/rows.ts';
import type { Feature } from '#server/feature.ts';
import type { Day } from '#server/time.ts';
import type { Period } from './summary.ts';

/** How often visitors reached a goal, such as joining the launch list, in a period and in the period before. */
export type GoalSums = Awaited<ReturnType<typeof readGoals>>[number];

/** Counts the goals of all features from rows that are stored anyway, so no visitor is followed from visit to goal. */
export function readGoals(db: Db, features: readonly Feature[], period: Period, before: Period) {
  const goals = features.flatMap((feature) => feature.goals ?? []);
  return Promise.all(
    goals.map(async ({ label, ...rows }) => {
      const days = await countByDay(db, rows, period);
      return { label, days, count: sumOf(days), before: sumOf(await countByDay(db, rows, before)) };
    }),
  );
}

const sumOf = (days: ReadonlyMap<Day, number>) => [...days.values()].reduce((sum, count) => sum + count, 0);
