import { type Day, dayOf, daysAfter, daysBetween } from '#server/analytics/day.ts';
import type { Period } from '#server/analytics/summary.ts';

/** Ten years: more is a slip of the hand. */
const MOST_DAYS = 3_660;
const DAYS = 28;

type Asked = {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
};

/** The days that a report tells of: up to today and `DAYS` of them unless told. What is wrong with them, in a sentence. */
export function choosePeriod({ from, to }: Asked, now: Date): Period | string {
  const last = to ?? dayOf(now);
  const first = from ?? daysAfter(last, 1 - DAYS);
  if (first > last) return `${first} comes after ${last}.`;
  if (daysBetween(first, last).length > MOST_DAYS) return `A report tells of at most ${MOST_DAYS} days.`;
  return { first, last };
}
