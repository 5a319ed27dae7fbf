const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

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
