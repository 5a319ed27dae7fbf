import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METRICS, type Metric } from '#features/analytics/contract.ts';
import {
  type DaySums,
  type GoalSums,
  isEmpty,
  type Summary,
  type Vitals,
} from '#features/analytics/server/summary.ts';
import { type Html, html } from '#server/html/html.ts';
import { printableLine } from '#server/printable-text.ts';
import { plural, readableCount } from '#server/time.ts';
import { countryName } from '../events.ts';
import { THRESHOLDS } from '../routes.ts';
import {
  changeOf,
  daysChart,
  METRIC_NAMES,
  perDay,
  RATINGS,
  ratingOf,
  readableDay,
  readableValue,
  scale,
  shareBar,
  shortDay,
  topOf,
} from './charts.ts';

const readStyle = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The styles of `reportParts`, all below an element of the class `report`. */
export function reportStyle(): string {
  return ['report-parts.css', 'report-charts.css', 'report-tables.css'].map(readStyle).join('\n');
}

export function reportParts(summary: Summary, before: readonly DaySums[], goals: readonly GoalSums[]): Html {
  if (isEmpty(summary)) return EMPTY;
  return html`${figures(summary, before)}
${goalsSection(summary, goals)}
${dayByDay(summary)}
${vitals(summary)}
${pages(summary)}
${devices(summary)}
${details(summary)}`;
}

export const COUNTING = `Counted by this site itself, without cookies, IDs or addresses. Robots, and browsers that ask not to be
tracked, are not in these numbers. Visitors are counted per day (±5 %) and added up: someone who comes on two
days counts twice, and no visitor is followed from a visit to a goal. Speed is the value that three of four loads did not exceed (p75),
within 4 %.`;

const EMPTY = html`<section class="empty"><h2>No visits in this period</h2>
<p>Come back once the site has had visitors, or choose other days.</p></section>`;

function figures({ views, visitors, days }: Summary, before: readonly DaySums[]): Html {
  const sum = (of: 'views' | 'visitors') => before.reduce((total, day) => total + day[of], 0);
  const busiest = days.reduce((best, day) => (day.views > best.views ? day : best));
  const figure = (name: string, value: string, more: string) =>
    html`<div><dt>${name}</dt><dd><strong>${value}</strong><span>${more}</span></dd></div>`;
  return html`<dl class="figures">
${figure('Page views', readableCount(views), `${perDay(views, days.length)}, ${changeOf(views, sum('views'))}`)}
${figure('Daily visitors', readableCount(visitors), `${perDay(visitors, days.length)}, ${changeOf(visitors, sum('visitors'))}`)}
${figure('Busiest day', shortDay(busiest.day), plural(busiest.views, 'view'))}
</dl>`;
}

function goalsSection({ visitors }: Summary, goals: readonly GoalSums[]): Html | undefined {
  if (goals.length === 0) return undefined;
  const rows = goals.map(({ label, count, before }) => [
    html`<th scope="row">${label}</th>`,
    number(count),
    html`<td>${visitors === 0 || count > visitors ? '–' : `${((count / visitors) * 100).toFixed(count < visitors ? 1 : 0)} %`}</td>`,
    html`<td>${changeOf(count, before)}</td>`,
  ]);
  return html`<section aria-labelledby="goals"><h2 id="goals">Goals</h2>
${slide('slide slide-small')}
${table('How often visitors reached each goal', ['Goal', 'Times', 'Of the visitors', 'Change'], rows)}</section>`;
}

function dayByDay({ days }: Summary): Html {
  const top = topOf(Math.max(...days.map(({ views }) => views)));
  const marks = [
    days[0],
    days.length > 4 ? days[Math.floor(days.length / 2)] : undefined,
    days.length > 1 ? days.at(-1) : undefined,
  ];
  const labels = marks.flatMap((day) => (day === undefined ? [] : [html`<span>${shortDay(day.day)}</span>`]));
  return html`<section aria-labelledby="days"><h2 id="days">Day by day</h2>
<p class="soft">A day here runs from midnight to midnight UTC, not in your own time zone.</p>
<figure><p class="legend" aria-hidden="true"><span class="key column-key">Views</span><span class="key line-key">Visitors</span><span class="top">${readableCount(top)}</span></p>
${daysChart(days)}
<p class="axis" aria-hidden="true">${labels}</p></figure>
<details><summary>The same as a table</summary>${table('Views and visitors of each day', ['Day', 'Views', 'Visitors'], days.map(dayRow))}</details></section>`;
}

const dayRow = ({ day, views, visitors }: DaySums): Html[] => [
  html`<th scope="row">${readableDay(day)}</th>`,
  number(views),
  number(visitors),
];

function vitals({ vitals: found }: Summary): Html {
  const cards = METRICS.flatMap((metric) => {
    const measured = found[metric];
    return measured === undefined ? [] : [vitalCard(metric, measured)];
  });
  return html`<section aria-labelledby="speed"><h2 id="speed">How fast it was</h2>
${cards.length === 0 ? html`<p>No page load was measured in this period.</p>` : html`<ul class="vitals">${cards}</ul>`}</section>`;
}

function vitalCard(metric: Metric, { p75, samples }: NonNullable<Vitals[Metric]>): Html {
  const { good, poor } = THRESHOLDS[metric];
  return html`<li><h3>${METRIC_NAMES[metric]} <abbr>${metric}</abbr></h3>
<p class="value">${readableValue(metric, p75)} ${badge(metric, p75)}</p>
${scale(metric, p75)}
<p class="note">Good up to ${readableValue(metric, good)}, poor above ${readableValue(metric, poor)}. ${plural(samples, 'load')} measured.</p></li>`;
}

function badge(metric: Metric, p75: number): Html {
  const rating = ratingOf(metric, p75);
  return html`<span class="rating ${rating}"><span class="word">${RATINGS[rating]}</span></span>`;
}

/** Screen readers skip the legend, because each table cell names its rating. */
const LEGEND = html`<p class="legend" aria-hidden="true">${Object.entries(RATINGS).map(
  ([rating, words]) => html`<span class="rating ${rating}">${words}</span>`,
)}</p>`;

/** This hint is for tables wider than the screen: nothing else shows that they scroll sideways. */
const slide = (look: 'slide' | 'slide slide-small') =>
  html`<p class="${look}" aria-hidden="true">Slide the table sideways to see all of it →</p>`;

function pages({ pages: all }: Summary): Html {
  const most = Math.max(...all.map(({ views }) => views), 1);
  return html`<section aria-labelledby="pages"><h2 id="pages">Page by page</h2>
${LEGEND}${slide('slide')}
${table(
  'Views, visitors and speed of each page',
  ['Page', 'Views', 'Visitors', ...METRICS],
  all.map((page) => pageRow(page, most)),
)}</section>`;
}

const pageRow = (
  { path, views, visitors, vitals: found }: Summary['pages'][number],
  most: number,
): Html[] => [
  html`<th scope="row">${path}${shareBar(views / most)}</th>`,
  number(views),
  number(visitors),
  ...vitalCells(found),
];

function devices({ devices: all, views }: Summary): Html {
  const rows = all.map(({ device, views: own, vitals: found }) => [
    html`<th scope="row">${device}${shareBar(own / Math.max(views, 1))}</th>`,
    number(own),
    html`<td>${Math.round((own / Math.max(views, 1)) * 100)} %</td>`,
    ...vitalCells(found),
  ]);
  return html`<section aria-labelledby="devices"><h2 id="devices">Device by device</h2>
${LEGEND}${slide('slide')}
${table('Views, their share, and speed of each kind of device', ['Device', 'Views', 'Share', ...METRICS], rows)}</section>`;
}

function details({ missing, referrers, campaigns, countries }: Summary): Html {
  const section = (id: string, title: string, caption: string, column: string, found: Summary['missing']) => {
    if (found.length === 0) return undefined;
    const most = Math.max(...found.map(({ views }) => views));
    const rows = found.map(({ name, views }) => [
      html`<th scope="row">${printableLine(name)}${shareBar(views / most)}</th>`,
      number(views),
    ]);
    return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${table(caption, [column, 'Views'], rows)}</section>`;
  };
  const elsewhere = 'Views that began with a link on another site';
  const named = 'Views that began with a link that names a campaign (utm_source)';
  const spoken = 'Views by the country of the browser’s language, which need not be where the visitor is';
  const byName = countries.map(({ name, views }) => ({ name: countryName(name) ?? name, views }));
  return html`${section('countries', 'Countries, by the browser’s language', spoken, 'Country', byName)}
${section('campaigns', 'Campaigns', named, 'Campaign', campaigns)}
${section('missing', 'Not found', 'Views of addresses that lead nowhere', 'Address', missing)}
${section('referrers', 'Where they came from', elsewhere, 'Site', referrers)}`;
}

function vitalCells(found: Vitals): Html[] {
  return METRICS.map((metric) => {
    const measured = found[metric];
    return measured === undefined
      ? html`<td class="soft"><span aria-label="not measured">–</span></td>`
      : html`<td class="vital">${readableValue(metric, measured.p75)} ${badge(metric, measured.p75)}</td>`;
  });
}

const number = (count: number): Html => html`<td>${readableCount(count)}</td>`;

/** A table that scrolls in its own region. `tabindex` lets the keyboard scroll it. */
function table(caption: string, titles: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const columns = titles.map((title) => html`<th scope="col">${title}</th>`);
  const body = rows.map((cells) => html`<tr>${cells}</tr>`);
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${columns}</tr></thead><tbody>
${body}
</tbody></table></div>`;
}
