import { SITE_LANGUAGE } from '#contract/language.ts';
import type { Metric } from '#features/analytics/contract.ts';
import { THRESHOLDS } from '#features/analytics/server/series.ts';
import type { Period } from '#features/analytics/server/summary.ts';
import type { Day } from '#server/time.ts';

export const RATINGS = ['good', 'needs work', 'poor'] as const;
export type Rating = (typeof RATINGS)[number];

/** What each vital tells, for people. */
export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  LCP: 'Largest part painted',
  INP: 'Answer to a press',
  CLS: 'Layout that moves',
  FCP: 'First thing painted',
  TTFB: 'First byte',
};

export function ratingOf(metric: Metric, p75: number): Rating {
  const { good, poor } = THRESHOLDS[metric];
  if (p75 <= good) return 'good';
  return p75 <= poor ? 'needs work' : 'poor';
}

/** As exact as the measure is: `1.9 s`, `140 ms`, `0.08`. */
export function readableValue(metric: Metric, value: number): string {
  if (metric === 'CLS') return value.toFixed(value < 0.1 ? 3 : 2);
  if (value < 1_000) return `${Math.round(value)} ms`;
  return `${(value / 1_000).toFixed(value < 10_000 ? 1 : 0)} s`;
}

const WHOLE = new Intl.NumberFormat(SITE_LANGUAGE);
export const readableCount = (count: number): string => WHOLE.format(count);

const DATE = new Intl.DateTimeFormat(SITE_LANGUAGE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const SHORT_DATE = new Intl.DateTimeFormat(SITE_LANGUAGE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

export const readableDay = (day: Day): string => DATE.format(new Date(day));
export const shortDay = (day: Day): string => SHORT_DATE.format(new Date(day));

export function readablePeriod({ first, last }: Period): string {
  return first === last ? readableDay(first) : `${readableDay(first)} to ${readableDay(last)}`;
}

/** `4 a day`; never none where there were some. */
export function perDay(count: number, days: number): string {
  const mean = Math.round(count / days);
  return `${mean === 0 && count > 0 ? 'under 1' : readableCount(mean)} a day`;
}
