import { day } from '#contract/fields.ts';
import { SITE_LANGUAGE, SITE_TIME_ZONE } from '#contract/language.ts';
import type { IsoTime } from '#server/database/schema.ts';

export type Day = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function dayOf(time: Date): Day {
  return time.toISOString().slice(0, 10);
}

export function daysAfter(day: Day, count: number): Day {
  return dayOf(new Date(Date.parse(day) + count * DAY_MS));
}

/** The days from the first to the last, both included. @public */
export function daysBetween(first: Day, last: Day): Day[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => daysAfter(first, at));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TYPED_DAY = /^(\d{1,2})[/. -](\d{1,2}|[a-z]{3,9})[/. -](\d{4})$/i;

/** Reads a day such as `28/11/2026`, `28 Nov 2026` or `2026-11-28`. Undefined if there is no such day. */
export function parseDay(text: string): Day | undefined {
  const [, date = '', named = '', year] = TYPED_DAY.exec(text) ?? [];
  const month = MONTHS.indexOf(named.slice(0, 3).toLowerCase()) + 1 || named;
  const written = year === undefined ? text : `${year}-${pad(month)}-${pad(date)}`;
  const found = day('').safeParse(written).data;
  return found !== undefined && found >= FIRST_DAY && found <= LAST_DAY ? found : undefined;
}

/** The first and the last allowed day. Days beyond them may begin, in some time zone, in a year that does not sort as text. */
const FIRST_DAY = '1000-01-02';
const LAST_DAY = '9999-12-30';

/**
 * The sentence to show for a text that `parseDay` does not accept. The sentence says so if a day, such as `31/02/2026`, is not
 * in the calendar.
 */
export function wrongDay(text: string, please = 'Please type a date like 23/11/2026.'): string {
  const isWritten = TYPED_DAY.test(text) || /^\d{4}-\d\d-\d\d$/.test(text);
  // This sentence is used only for years from 1000 to 8999: a day before `FIRST_DAY` or after `LAST_DAY` may be in the calendar.
  const isOfOurTime = /[1-8]\d{3}/.test(text);
  return isWritten && isOfOurTime ? `${text} isn’t in the calendar. ${please}` : please;
}

const pad = (number: number | string) => String(number).padStart(2, '0');

/** A day as people in India type it: `28/11/2026`. */
export const typedDay = (day: Day): string => day.split('-').reverse().join('/');

/** The moment of a local time such as `2026-11-28T09:30` in a time zone. @public */
export function momentIn(timeZone: string, local: string): string {
  const moment = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant();
  return moment.toString({ fractionalSecondDigits: 3 });
}

/** A moment as typed local time in a time zone: `28/11/2026 09:30`. @public */
export function clockIn(timeZone: string, moment: Date): string {
  const [day = '', time = ''] = Temporal.Instant.from(moment.toISOString())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .split('T');
  return `${typedDay(day)} ${time}`;
}

/**
 * Calls back after `ms` milliseconds, unless the returned function is called first. The timer must not keep the process alive.
 */
export type SetTimer = (ms: number, callback: () => void) => () => void;

export const setUnrefTimer: SetTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
};

/** Keeps the result of `ask` for `ms` milliseconds. Concurrent calls share one request. A failure is not kept. */
export function keepFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let since = 0;
  return () => {
    if (performance.now() - since > ms) kept = undefined;
    if (kept === undefined) {
      since = performance.now();
      kept = ask();
      kept.catch(() => {
        kept = undefined;
      });
    }
    return kept;
  };
}

export function timeAfter(now: Date, ms: number): IsoTime {
  return new Date(now.getTime() + ms).toISOString();
}

/** The formats are created when first needed, because loading a language takes 10 ms. */
let days: Intl.DateTimeFormat | undefined;
let minutes: Intl.DateTimeFormat | undefined;

/** An earlier version stored invalid times. They are shown unchanged, so that pages still open. */
const isInstant = (text: string) => !Number.isNaN(Date.parse(text));

/** The date of a moment, like `23 December 2026`, in the time zone of the site. */
export function dateInWords(instant: string): string {
  days ??= new Intl.DateTimeFormat(SITE_LANGUAGE, { dateStyle: 'long', timeZone: SITE_TIME_ZONE });
  return isInstant(instant) ? days.format(new Date(instant)) : instant;
}

/** The options for a time in the format `23 Dec 2026, 21:18`. @public */
export const TO_THE_MINUTE = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

/** A moment in words, like `23 Dec 2026, 21:18 IST`, in the time zone of the site. */
export function timeInWords(instant: string): string {
  minutes ??= new Intl.DateTimeFormat(SITE_LANGUAGE, {
    ...TO_THE_MINUTE,
    timeZone: SITE_TIME_ZONE,
    timeZoneName: 'short',
  });
  return isInstant(instant) ? minutes.format(new Date(instant)) : instant;
}

/** A moment to the second, like `2026-12-23 21:18:05`, in UTC. @public */
export function toSecond(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

const NUMBER = new Intl.NumberFormat(SITE_LANGUAGE);
/** A number as people in India write it: `1,204`. */
export const readableCount = (count: number): string => NUMBER.format(count);

/** A number with its noun: `1 account`, `1,204 accounts`, or `2 addresses` with the ending `es`. */
export function plural(count: number, noun: string, ending = 's'): string {
  return `${readableCount(count)} ${noun}${count === 1 ? '' : ending}`;
}
