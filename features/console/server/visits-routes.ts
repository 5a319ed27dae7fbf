import { z } from 'zod';
import { readablePeriod } from '#features/analytics/server/report/ratings.ts';
import { COUNTING, reportParts } from '#features/analytics/server/report/report-page.ts';
import { choosePeriod, type Period, readSummary } from '#features/analytics/server/summary.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { type Day, dayOf, daysAfter, parseDay } from '#server/day.ts';
import { parseQuery } from '#server/http/body.ts';
import { type ConsoleDeps, type ConsoleRoutes, NOBODY_IS_SHOWN } from './guard.ts';
import { Html, html } from './html.ts';

const QUICK = { 7: '7 days', 28: '28 days', 90: '90 days', 365: 'A year' } as const;

const asked = z.string().trim().catch('');
const visitsQuery = z.object({ from: asked, to: asked });

/** Who came, and how fast the pages were for them: the operator's report, of any days. */
export function visitsRoutes(route: ConsoleRoutes, { db, clock }: ConsoleDeps): void {
  route.get(
    CONSOLE.visits,
    'read-visits',
    async ({ request }) => {
      const { from, to } = parseQuery(request, visitsQuery);
      const now = clock();
      const chosen = periodOf(from, to, now);
      const view = { title: 'Visits', view: CONSOLE.visits };
      if (typeof chosen === 'string') {
        const main = periodForm({ first: from, last: to }, now);
        return { ...view, status: 422, problem: `${chosen} Choose other days.`, main };
      }
      const report = reportParts(await readSummary(db, chosen));
      return {
        ...view,
        main: html`${periodForm(chosen, now)}
<p class="text-lead">${readablePeriod(chosen)}</p>
<div class="report">${new Html(report)}</div>
<p class="soft">${COUNTING} Days are those of UTC.</p>`,
      };
    },
    { audit: NOBODY_IS_SHOWN },
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
    return html`<li><a class="period" href="${CONSOLE.visits}?from=${from}&amp;to=${today}"${isShown && html` aria-current="page"`}>${label}</a></li>`;
  });
  const field = (name: string, label: string, day: Day) =>
    html`<label class="field"><span>${label}</span><input class="input" type="date" name="${name}" value="${day}" max="${today}"></label>`;
  return html`<form class="bar" method="get" action="${CONSOLE.visits}">
${field('from', 'From', first)}${field('to', 'To', last)}
<button class="button button-quiet">Show</button>
<ul class="choices" aria-label="Days up to today">${links}</ul></form>`;
}
