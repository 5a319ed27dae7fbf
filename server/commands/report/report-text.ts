import { METRICS } from '#contract/analytics.ts';
import {
  perDay,
  type Rating,
  ratingOf,
  readableCount,
  readablePeriod,
  readableValue,
} from '#server/analytics/report/ratings.ts';
import { type DetailSums, isEmpty, type Summary, type Vitals } from '#server/analytics/summary.ts';
import { plural } from '#server/plural.ts';
import { printableLine } from '#server/printable-text.ts';
import { aligned, cut } from '../table.ts';

const MARKS: Readonly<Record<Rating, string>> = { good: '+', 'needs work': '~', poor: '!' };
const PATH_WIDTH = 30;
const DETAIL_WIDTH = 80;
const BAR_WIDTH = 28;

/** The report as plain text, some 90 columns wide. */
export function reportText(summary: Summary): string {
  const { period, days, views, visitors } = summary;
  const title = `Who came: ${readablePeriod(period)} (${plural(days.length, 'day')}, UTC)`;
  if (isEmpty(summary)) return `${title}\n\n${NOBODY}`;
  return [
    title,
    '',
    `Page views      ${readableCount(views).padStart(10)}`,
    `Daily visitors  ${readableCount(visitors).padStart(10)}   ${perDay(visitors, days.length)}`,
    '',
    ...dayLines(summary),
    '',
    ...pageLines(summary),
    '',
    ...deviceLines(summary),
    '',
    ...detailLines('Not found', summary.missing),
    ...detailLines('Came from', summary.referrers),
    ...NOTES,
  ].join('\n');
}

const NOBODY = `Nobody was counted in this time. Visits are counted by themselves while the site runs; robots, and browsers that
send Do Not Track or Global Privacy Control, are not.`;

const NOTES = [
  'Values are what three of four loads did not exceed (p75), within 4 %:',
  `${MARKS.good} good  ${MARKS['needs work']} needs work  ${MARKS.poor} poor, by web.dev/articles/vitals. Visitors are those of each day,`,
  'added up, within 5 %: nobody is followed from one day to the next.',
];

function dayLines({ days }: Summary): string[] {
  const most = Math.max(...days.map(({ views }) => views), 1);
  const rows = days.map(({ day, views, visitors }) => [
    day,
    readableCount(views),
    readableCount(visitors),
    '█'.repeat(Math.round((views / most) * BAR_WIDTH)),
  ]);
  return aligned([['Day', 'Views', 'Visitors', ''], ...rows], (column) => column === 1 || column === 2);
}

function pageLines({ pages, views, visitors, vitals }: Summary): string[] {
  const rows = [{ path: 'All pages', views, visitors, vitals }, ...pages].map((page) => [
    cut(printableLine(page.path), PATH_WIDTH),
    readableCount(page.views),
    readableCount(page.visitors),
    ...vitalCells(page.vitals),
  ]);
  return aligned([['Page', 'Views', 'Visitors', ...METRICS], ...rows], isNumber);
}

function deviceLines({ devices }: Summary): string[] {
  const rows = devices.map(({ device, views, vitals }) => [
    device,
    readableCount(views),
    ...vitalCells(vitals),
  ]);
  return aligned([['Device', 'Views', ...METRICS], ...rows], isNumber);
}

/** With a blank line behind; nothing where there is nothing. */
function detailLines(title: string, details: readonly DetailSums[]): string[] {
  if (details.length === 0) return [];
  const rows = details.map(({ name, views }) => [
    cut(printableLine(name), DETAIL_WIDTH),
    readableCount(views),
  ]);
  return [...aligned([[title, 'Views'], ...rows], isNumber), ''];
}

function vitalCells(vitals: Vitals): string[] {
  return METRICS.map((metric) => {
    const measured = vitals[metric];
    if (measured === undefined) return '-  ';
    return `${readableValue(metric, measured.p75).replace(' ', '')} ${MARKS[ratingOf(metric, measured.p75)]}`;
  });
}

const isNumber = (column: number): boolean => column > 0;
