import type { Db } from '#server/database/database.ts';
import { countByDay } from '#server/database/rows.ts';
import type { Feature } from '#server/feature.ts';
import type { Day } from '#server/time.ts';
import type { Period } from './summary.ts';

/** How often something that visitors are hoped to do was done, in a period and in the one before. */
export type GoalSums = {
  readonly label: string;
  readonly count: number;
  readonly before: number;
  readonly days: ReadonlyMap<Day, number>;
};

/** The goals of all features. They are counted from rows that are kept anyway: nobody is followed from a visit to what came of it. */
export function readGoals(
  db: Db,
  features: readonly Feature[],
  period: Period,
  before: Period,
): Promise<GoalSums[]> {
  const goals = features.flatMap((feature) => feature.goals ?? []);
  return Promise.all(
    goals.map(async ({ label, ...rows }) => {
      const days = await countByDay(db, rows, period);
      return { label, days, count: sumOf(days), before: sumOf(await countByDay(db, rows, before)) };
    }),
  );
}

const sumOf = (days: ReadonlyMap<Day, number>) => [...days.values()].reduce((sum, count) => sum + count, 0);
