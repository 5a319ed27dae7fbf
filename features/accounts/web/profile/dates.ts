import { SITE_LANGUAGE } from '#contract/language.ts';

/** `2026-01-20T12:00:00Z` → `20 January 2026` in the visitor's time zone; empty if invalid. */
export function longDate(iso: string): string {
  const time = new Date(iso);
  const parts = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleDateString(SITE_LANGUAGE, parts);
}

const AGO = new Intl.RelativeTimeFormat(SITE_LANGUAGE, { numeric: 'always' });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `5 minutes ago` or `3 hours ago`; after a day, the long date. Null for less than a minute. */
export function timeAgo(iso: string, now: Date): string | null {
  const passed = now.getTime() - Date.parse(iso);
  if (passed < MINUTE_MS) return null;
  if (passed < HOUR_MS) return AGO.format(-Math.floor(passed / MINUTE_MS), 'minute');
  if (passed < 24 * HOUR_MS) return AGO.format(-Math.floor(passed / HOUR_MS), 'hour');
  return longDate(iso);
}

export function dateAndTime(iso: string): string {
  return new Date(iso).toLocaleString(SITE_LANGUAGE, { dateStyle: 'long', timeStyle: 'short' });
}

/** Converts an ISO date or time to `YYYY-MM-DD` for a date input; empty for an invalid date. */
export function dayOf(iso: string): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(iso)?.[0] ?? '';
  return Number.isNaN(Date.parse(day)) ? '' : day;
}

/** Today in the visitor's time zone as `YYYY-MM-DD`. */
export function localDay(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
