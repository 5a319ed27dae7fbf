import { parseArgs } from 'node:util';
import { type Day, dayOf, daysAfter, daysBetween, parseDay } from '#server/analytics/day.ts';
import type { Period } from '#server/analytics/summary.ts';
import { UsageError, understand } from '../usage-error.ts';

/** The days that are told of unless another number is asked for. */
export const USUAL_DAYS = 28;
/** Ten years: more is a slip of the hand. */
const MOST_DAYS = 3_660;

export type ReportWish = {
  readonly period: Period;
  readonly json: boolean;
  /** Where the report goes as a page. */
  readonly html: string | undefined;
  /** Whether a file that is there may be replaced. */
  readonly replace: boolean;
};

/** What the flags of `report` ask for. Throws `UsageError` when they make no sense, alone or together. */
export function parseReport(args: readonly string[], now: Date): ReportWish {
  const { values } = understand(() =>
    parseArgs({
      args: [...args],
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        days: { type: 'string' },
        json: { type: 'boolean', default: false },
        html: { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    }),
  );
  const { json, html, force } = values;
  if (html === '') throw new UsageError('--html needs the name of a file.');
  if (json && html !== undefined) throw new UsageError('Choose --json or --html, not both.');
  if (force && html === undefined) throw new UsageError('--force goes with --html.');
  return { period: periodOf(values, dayOf(now)), json, html, replace: force };
}

type PeriodFlags = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: string | undefined;
};

function periodOf({ from, to, days }: PeriodFlags, today: Day): Period {
  if (from !== undefined && days !== undefined) throw new UsageError('Choose --from or --days, not both.');
  const last = dayFlag('--to', to) ?? today;
  const first = dayFlag('--from', from) ?? daysAfter(last, 1 - countOfDays(days));
  const count = daysBetween(first, last).length;
  if (count === 0)
    throw new UsageError(`--from ${first} comes after ${to === undefined ? 'today' : `--to ${last}`}.`);
  if (count > MOST_DAYS) throw new UsageError(`A report tells of at most ${MOST_DAYS} days.`);
  return { first, last };
}

function dayFlag(flag: string, text: string | undefined): Day | undefined {
  if (text === undefined) return undefined;
  const day = parseDay(text);
  if (day === undefined) throw new UsageError(`${flag} must be a day like 2026-11-21, not “${text}”.`);
  return day;
}

function countOfDays(text: string | undefined): number {
  if (text === undefined) return USUAL_DAYS;
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST_DAYS) {
    throw new UsageError(`--days must be a whole number from 1 to ${MOST_DAYS}, not “${text}”.`);
  }
  return count;
}
