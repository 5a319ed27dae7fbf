import { SITE_LANGUAGE } from '#contract/language.ts';

const FULL = new Intl.DateTimeFormat(SITE_LANGUAGE, { dateStyle: 'full', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat(SITE_LANGUAGE, { weekday: 'long', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat(SITE_LANGUAGE, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The parts of `2025-01-14`: `14`, `Tuesday`, `January 2025`, `Tuesday 14 January 2025`. */
export type DayInWords = Readonly<Record<'number' | 'weekday' | 'month' | 'full', string>>;

export function inWords(date: string): DayInWords {
  const day = new Date(date);
  return {
    number: String(day.getUTCDate()),
    weekday: WEEKDAY.format(day),
    month: MONTH.format(day),
    full: FULL.format(day),
  };
}
