import { z } from 'zod';
import { VISITS_VIEW } from '#features/analytics/contract.ts';
import { type ConsoleRoutes, type ConsoleView, NOBODY_IS_SHOWN } from '#server/console-view.ts';
import type { AppDeps } from '#server/feature.ts';
import { type Html, html } from '#server/html/html.ts';
import { type Day, dayOf, daysAfter, parseDay } from '#server/time.ts';
import { readablePeriod } from './report/charts.ts';
import { COUNTING, reportParts, reportStyle } from './report/report-page.ts';
import { choosePeriod, type Period, readSummary } from './summary.ts';

const QUICK = { 7: '7 days', 28: '28 days', 90: '90 days', 365: 'A year' } as const;

const asked = z.string().trim().catch('');
const visitsQuery = z.object({ from: asked, to: asked });

const READ = { name: 'read-visits', what: 'See visits and web vitals', who: ['owner', 'analyst'] } as const;

/** Who came, and how fast the pages were for them: the operator's report, of any days. */
export const visitsView: ConsoleView = {
  label: 'Visits',
  path: VISITS_VIEW,
  actions: [READ],
  routes: visitsRoutes,
  style: reportStyle,
};

function visitsRoutes(route: ConsoleRoutes, { db, clock }: AppDeps): void {
  route.get(
    VISITS_VIEW,
    { action: READ, query: visitsQuery, audit: NOBODY_IS_SHOWN },
    async ({ query: { from, to } }) => {
      const now = clock();
      const chosen = periodOf(from, to, now);
      const view = { title: 'Visits', view: VISITS_VIEW };
      if (typeof chosen === 'string') {
        const main = periodForm({ first: from, last: to }, now);
        return { ...view, status: 422, problem: `${chosen} Choose other days.`, main };
      }
      return {
        ...view,
        main: html`${periodForm(chosen, now)}
<p class="text-lead">${readablePeriod(chosen)}</p>
<div class="report">${reportParts(await readSummary(db, chosen))}</div>
<p class="soft">${COUNTING} Days are those of UTC.</p>`,
      };
    },
  );
}

function periodOf(from: string, to: string, now: Date): Period | string {
  const days: { from?: Day; to?: Day } = {};
  for (const [name, text] of Object.entries({ from, to })) {
    if (text === '') continue;
    const day = parseDay(text);
    if (day === undefined) return `“${text}” is no day like ${dayOf(now)}.`;
    days[name === 'from' ? 'from' : 'to'] = day;
  }
  return choosePeriod(days, now);
}

function periodForm({ first, last }: Period, now: Date): Html {
  const today = dayOf(now);
  const links = Object.entries(QUICK).map(([days, label]) => {
    const from = daysAfter(today, 1 - Number(days));
    const isShown = first === from && last === today;
    return html`<li><a class="period" href="${VISITS_VIEW}?from=${from}&amp;to=${today}"${isShown && html` aria-current="page"`}>${label}</a></li>`;
  });
  const field = (name: string, label: string, day: Day) =>
    html`<label class="field"><span>${label}</span><input class="input" type="date" name="${name}" value="${day}" max="${today}"></label>`;
  return html`<form class="bar" method="get" action="${VISITS_VIEW}">
${field('from', 'From', first)}${field('to', 'To', last)}
<button class="button button-quiet">Show</button>
<ul class="choices" aria-label="Days up to today">${links}</ul></form>`;
}
