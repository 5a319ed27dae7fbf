import { z } from 'zod';
import { SITE_LANGUAGE, SITE_TIME_ZONE } from '#contract/language.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plural, TO_THE_MINUTE } from '#server/time.ts';

export const TIME_ZONES = [...new Set([SITE_TIME_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
export const timeZone = z.enum(TIME_ZONES, 'Please choose a time zone from the list.');

const UNITS = [
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** Matches the `<time>` elements that `timeOf`, `clockTimeOf` and `dateOf` write. */
const TIMES = /<time datetime="([^"]+)"(?: data-(day|clock))?>[^<]*<\/time>/g;

/** How the console writes days: `27 Dec 2026`. */
export const dayFormat = (timeZone: string) =>
  new Intl.DateTimeFormat(SITE_LANGUAGE, { dateStyle: 'medium', timeZone });

/** Times within the last day become durations (“… ago”). Other times are shown in the operator's zone. */
export function writeTimes(markup: string, now: Date, timeZone: string): string {
  const day = dayFormat(timeZone);
  const exact = { ...TO_THE_MINUTE, timeZone };
  const minute = new Intl.DateTimeFormat(SITE_LANGUAGE, exact);
  const named = new Intl.DateTimeFormat(SITE_LANGUAGE, { ...exact, timeZoneName: 'short' });
  return markup.replace(TIMES, (written, iso: string, kind: 'day' | 'clock' | undefined) => {
    const at = new Date(iso);
    // Dates that do not exist are shown as stored. An earlier version accepted such dates.
    if (Number.isNaN(at.getTime())) return written;
    const ago = kind === undefined ? agoOf(now, at) : undefined;
    const words = kind === 'day' ? day.format(at) : (ago ?? minute.format(at));
    return `<time datetime="${iso}" title="${named.format(at)}">${words}</time>`;
  });
}

/** How long ago a time was, in words; undefined if it is not within the last day or the next minute. */
function agoOf(now: Date, at: Date): string | undefined {
  const ms = now.getTime() - at.getTime();
  if (ms < 0 && ms > -MINUTE_MS) return 'in a moment';
  if (ms < 0 || ms >= DAY_MS) return undefined;
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? [];
  return unit === undefined ? 'just now' : `${plural(Math.floor(ms / length), unit)} ago`;
}
