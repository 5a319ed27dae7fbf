import { z } from 'zod';
import { VISITS_CSV, VISITS_VIEW } from '#features/analytics/contract.ts';
import {
  type ConsoleRoutes,
  type ConsoleView,
  NOBODY_IS_SHOWN,
  type OverviewLine,
} from '#server/console-view.ts';
import type { AppDeps } from '#server/feature.ts';
import { dayFields, type Html, html } from '#server/html/html.ts';
import { days, realDays } from '#server/http/form-fields.ts';
import { csv } from '#server/printable-text.ts';
import { dayOf, daysAfter, parseDay, plural } from '#server/time.ts';
import { countryName } from './events.ts';
import { readablePeriod, sparkline } from './report/charts.ts';
import { COUNTING, reportParts, reportStyle } from './report/report-page.ts';
import {
  choosePeriod,
  type Period,
  periodBefore,
  readDays,
  readDetailDays,
  readGoals,
  readSummary,
} from './summary.ts';

const QUICK = { 7: '7 days', 28: '28 days', 90: '90 days', 365: 'A year' } as const;

const visitsQuery = z.object(days);

const READ = { name: 'read-visits', what: 'See visits and web vitals', who: ['owner', 'analyst'] } as const;

export const visitsView: ConsoleView = {
  label: 'Visits',
  path: VISITS_VIEW,
  actions: [READ],
  routes: visitsRoutes,
  overview: visitsOverview,
  style: reportStyle,
};

async function visitsOverview({ db, clock }: AppDeps): Promise<OverviewLine[]> {
  const last = dayOf(clock());
  const counts = (await readDays(db, { first: daysAfter(last, -6), last })).map(({ visitors }) => visitors);
  const sum = counts.reduce((before, count) => before + count, 0);
  return [{ words: html`${plural(sum, 'visitor')} in 7 days${sum > 0 && sparkline(counts)}` }];
}

async function reportOf({ db, features }: AppDeps, period: Period): Promise<Html> {
  const before = periodBefore(period);
  const goals = await readGoals(db, features, period, before);
  return reportParts(await readSummary(db, period), await readDays(db, before), goals);
}

/** CSV for spreadsheets: one row for each day, with a column for each goal, campaign and country. */
async function csvOf({ db, features }: AppDeps, period: Period): Promise<string> {
  const goals = await readGoals(db, features, period, periodBefore(period));
  const campaigns = await readDetailDays(db, period, 'campaign');
  const countries = await readDetailDays(db, period, 'country');
  const columns = [
    ...goals,
    ...campaigns.map(({ name, days }) => ({ label: `Campaign: ${name}`, days })),
    ...countries.map(({ name, days }) => ({ label: `Country: ${countryName(name) ?? name}`, days })),
  ];
  const rows = (await readDays(db, period)).map(({ day, views, visitors }) =>
    [day, views, visitors, ...columns.map(({ days }) => days.get(day) ?? 0)].map(String),
  );
  return csv([['Day', 'Page views', 'Visitors', ...columns.map(({ label }) => label)], ...rows], true);
}

function visitsRoutes(route: ConsoleRoutes, deps: AppDeps): void {
  const { clock } = deps;
  const look = { action: READ, query: visitsQuery, audit: NOBODY_IS_SHOWN } as const;

  route.get(
    VISITS_CSV,
    { ...look, query: z.object(realDays) },
    async ({ query: { from = '', to = '' }, reply }) => {
      const chosen = periodOf(from, to, clock());
      if (typeof chosen === 'string') return { goTo: VISITS_VIEW, flash: { words: chosen, isProblem: true } };
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="visits-${chosen.first}-${chosen.last}.csv"`)
        .send(await csvOf(deps, chosen));
    },
  );

  route.get(VISITS_VIEW, look, async ({ query: { from = '', to = '' } }) => {
    const now = clock();
    const chosen = periodOf(from, to, now);
    const title = 'Visits';
    if (typeof chosen === 'string') {
      return { title, status: 422, main: periodForm({ from, to }, now, chosen) };
    }
    return {
      title,
      main: html`${periodForm({ from: from || chosen.first, to: to || chosen.last }, now)}
<p class="text-lead">${readablePeriod(chosen)}</p>
<div class="report">${await reportOf(deps, chosen)}</div>
<p><a class="button button-quiet button-small" href="${VISITS_CSV}?from=${chosen.first}&amp;to=${chosen.last}">Download as CSV</a></p>
<p class="soft">${COUNTING}</p>`,
    };
  });
}

/** The period between two typed days. An invalid day is ignored. Returns an error message if the days give no period. */
const periodOf = (from: string, to: string, now: Date) =>
  choosePeriod({ from: parseDay(from), to: parseDay(to) }, now);

function periodForm(
  typed: { readonly from: string; readonly to: string },
  now: Date,
  problem?: string,
): Html {
  const today = dayOf(now);
  const links = Object.entries(QUICK).map(([days, label]) => {
    const from = daysAfter(today, 1 - Number(days));
    const isShown = parseDay(typed.from) === from && parseDay(typed.to) === today;
    return html`<li><a class="period" href="${VISITS_VIEW}?from=${from}&amp;to=${today}"${isShown && html` aria-current="page"`}>${label}</a></li>`;
  });
  return html`<form class="bar" method="get" action="${VISITS_VIEW}">
${dayFields(typed, problem)}
<button class="button button-quiet">Show</button>
<ul class="choices" aria-label="Days up to today">${links}</ul></form>`;
}
