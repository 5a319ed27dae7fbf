import { SITE_LANGUAGE } from '#contract/language.ts';
import type { Metric } from '#features/analytics/contract.ts';
import { type Html, html } from '#server/html/html.ts';
import { type Day, plural, readableCount } from '#server/time.ts';
import { THRESHOLDS } from '../routes.ts';
import type { DaySums, Period } from '../summary.ts';

/** The size of a chart in SVG units. CSS stretches charts, so their labels are HTML beside them. */
const WIDTH = 1_000;
const HEIGHT = 260;
const ROUND = 3;

const at = (value: number): string => String(Math.round(value * 100) / 100);

/** The chart's top grid line: a round number that no value exceeds. */
export function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const tops = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((step) => step * power);
  return tops.find((top) => top >= most && Number.isInteger(top)) ?? 10 * power;
}

export function daysChart(days: readonly DaySums[]): Html {
  const top = topOf(Math.max(...days.map(({ views }) => views)));
  const room = WIDTH / days.length;
  const width = Math.min(room * 0.72, 90);
  const middle = (index: number) => (index + 0.5) * room;
  const height = (count: number) => (count / top) * HEIGHT;
  const columns = days.map(({ day, views, visitors }, index) => {
    const tall = height(views);
    const words = `${readableDay(day)}: ${plural(views, 'view')}, ${plural(visitors, 'visitor')}`;
    return html`<g><title>${words}</title><rect class="room" x="${at(index * room)}" y="0" width="${at(room)}" height="${HEIGHT}"/><rect class="column" fill="url(#dawn)" x="${at(middle(index) - width / 2)}" y="${at(HEIGHT - tall)}" width="${at(width)}" height="${at(tall)}" rx="${Math.min(ROUND, tall / 2)}"/></g>`;
  });
  const points = days.map(({ visitors }, index) => `${at(middle(index))},${at(HEIGHT - height(visitors))}`);
  const lines = [0.25, 0.5, 0.75, 1].map(
    (share) => html`<path class="grid" d="M0 ${at(HEIGHT * (1 - share))}H${WIDTH}"/>`,
  );
  // A single point has no line, so one day gets a horizontal stroke.
  const line =
    days.length === 1
      ? html`<path class="line" d="M${at(middle(0) - width)} ${points[0]?.split(',')[1]}h${at(width * 2)}"/>`
      : html`<polyline class="line" points="${points.join(' ')}"/>`;
  return html`<svg class="days" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="days-title">
<title id="days-title">Page views and visitors, day by day. The table below has the same numbers.</title>
<defs><linearGradient id="dawn" gradientUnits="userSpaceOnUse" x1="0" y1="${HEIGHT}" x2="0" y2="0"><stop class="stop-1" offset="0"/><stop class="stop-2" offset=".5"/><stop class="stop-3" offset="1"/></linearGradient></defs>
${lines}${columns}${line}</svg>`;
}

/** A small line chart. Hidden from screen readers, because the text beside it states the sum. */
export function sparkline(counts: readonly number[]): Html {
  const top = Math.max(...counts, 1);
  const points = counts.map((count, index) => `${index * 10},${at(20 - (count / top) * 20)}`);
  return html`<svg class="sparkline" viewBox="-2 -2 ${counts.length * 10 - 6} 24" aria-hidden="true"><polyline points="${points.join(' ')}"/></svg>`;
}

/** A bar for a share of the whole. Hidden from screen readers, because the table row states the number. */
export function shareBar(share: number): Html {
  return html`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="6" rx="3"/><rect class="fill" width="${at(Math.max(share * 100, share > 0 ? 1 : 0))}" height="6" rx="3"/></svg>`;
}

/** The value at the end of a scale, as a multiple of the "poor" threshold. */
const BEYOND = 1.5;

export function scale(metric: Metric, value: number): Html {
  const { good, poor } = THRESHOLDS[metric];
  const end = poor * BEYOND;
  const x = (amount: number) => Math.min(100, (amount / end) * 100);
  const zones = (
    [
      ['good', 0, x(good)],
      ['work', x(good), x(poor)],
      ['poor', x(poor), 100],
    ] as const
  ).map(
    ([zone, from, to]) =>
      html`<rect class="zone ${zone}" x="${at(from)}" y="6" width="${at(to - from - (to < 100 ? 0.8 : 0))}" height="4"/>`,
  );
  const place = Math.min(98.5, Math.max(1.5, x(value)));
  return html`<svg class="scale" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">${zones}<path class="needle" d="M${at(place)} 1V15"/></svg>`;
}

export const RATINGS = { good: 'good', work: 'needs work', poor: 'poor' } as const;

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  LCP: 'Main content visible',
  INP: 'Response to a tap',
  CLS: 'Layout shift',
  FCP: 'First thing painted',
  TTFB: 'First byte',
};

export function ratingOf(metric: Metric, p75: number): keyof typeof RATINGS {
  const { good, poor } = THRESHOLDS[metric];
  if (p75 <= good) return 'good';
  return p75 <= poor ? 'work' : 'poor';
}

/** A value with the precision of its measurement: `1.9 s`, `140 ms`, `0.08`. */
export function readableValue(metric: Metric, value: number): string {
  if (metric === 'CLS') return value.toFixed(value < 0.1 ? 3 : 2);
  if (value < 1_000) return `${Math.round(value)} ms`;
  return `${(value / 1_000).toFixed(value < 10_000 ? 1 : 0)} s`;
}

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

/** The mean number per day in words: `about 4 a day`, or `fewer than one a day` for a small count. */
export function perDay(count: number, days: number): string {
  const mean = Math.round(count / days);
  if (mean === 0) return count > 0 ? 'fewer than one a day' : 'none';
  return `about ${readableCount(mean)} a day`;
}

/** A change in words, like `12 % more than before`. */
export function changeOf(count: number, before: number): string {
  if (before === 0) return count === 0 ? 'none in the days before either' : 'none in the days before';
  const share = Math.round((count / before - 1) * 100);
  if (share === 0) return 'as many as before';
  return `${readableCount(Math.abs(share))} % ${share > 0 ? 'more' : 'fewer'} than before`;
}
