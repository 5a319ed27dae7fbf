import { day } from '#contract/fields.ts';

/** A day in UTC, `YYYY-MM-DD`; days sort as text. */
export type Day = string;

const DAY_MS = 24 * 60 * 60 * 1_000;

export function dayOf(time: Date): Day {
  return time.toISOString().slice(0, 10);
}

/** @param count days later; negative for earlier */
export function daysAfter(day: Day, count: number): Day {
  return dayOf(new Date(Date.parse(day) + count * DAY_MS));
}

/**
 * Every day from the first to the last, both included; none when the last comes before the first.
 *
 * @public
 */
export function daysBetween(first: Day, last: Day): Day[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => daysAfter(first, at));
}

/** The day that a text names; undefined when there is no such day. */
export function parseDay(text: string): Day | undefined {
  return day('').safeParse(text).data;
}

/** Calls back once after `ms`, unless the returned function is called first. Must not keep the process alive. */
export type SetTimer = (ms: number, callback: () => void) => () => void;

/** The real one. */
export const setUnrefTimer: SetTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
};

export function secondsAfter(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1_000).toISOString();
}
