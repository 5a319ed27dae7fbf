import type { IsoTime } from '#server/database/schema.ts';
import { UsageError } from './usage-error.ts';

/** The value of a flag that takes one of these. Throws `UsageError`, naming the flag, for any other. */
export function oneOf<T extends string>(
  flag: string,
  choices: readonly T[],
  value: string | undefined,
): T | undefined {
  const found = choices.find((choice) => choice === value);
  if (value !== undefined && found === undefined) {
    throw new UsageError(`${flag} must be ${CHOICE.format(choices)}, not “${value}”.`);
  }
  return found;
}

/** `received, quarantined or unpaid`. */
const CHOICE = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** A whole number from 1. Throws `UsageError` for anything else. */
export function parseLimit(
  value: string | undefined,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  if (value === undefined) return usual;
  const limit = Number(value);
  if (!/^\d+$/.test(value) || limit < 1 || limit > most) {
    throw new UsageError(`--limit must be a whole number from 1 to ${most}, not “${value}”.`);
  }
  return limit;
}

/** Of `--from` and `--to`: from this moment on, and up to that one, without it. Throws `UsageError`. */
export function parseSpan({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  readonly from: IsoTime | undefined;
  readonly before: IsoTime | undefined;
} {
  const start = from === undefined ? undefined : parseMoment('--from', from);
  const end = to === undefined ? undefined : parseMoment('--to', to);
  if (start !== undefined && end !== undefined && start.from >= end.until) {
    throw new UsageError(`--from ${from} is later than --to ${to}.`);
  }
  return { from: start?.from, before: end?.until };
}

const DATE = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Times of five-digit years do not sort as text. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A day, or a millisecond: when it begins, and when the next one does. Throws `UsageError`. */
export function parseMoment(flag: string, value: string): { from: IsoTime; until: IsoTime } {
  const [, day = '', time, zone] = DATE.exec(value) ?? [];
  const begin = Date.parse(time !== undefined && zone === undefined ? `${value}Z` : value);
  if (day === '' || Number.isNaN(begin) || !isDay(day)) {
    throw new UsageError(`${flag} must be a date like 2026-11-21 or 2026-11-21T09:30Z, not “${value}”.`);
  }
  const end = Math.min(begin + (time === undefined ? DAY_MS : 1), LATEST_MS);
  return { from: new Date(begin).toISOString(), until: new Date(end).toISOString() };
}

/** The 30th of February would become the 2nd of March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}
