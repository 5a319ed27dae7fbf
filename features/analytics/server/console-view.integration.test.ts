import { expect, test } from 'vitest';
import { VISITS_VIEW } from '#features/analytics/contract.ts';
import { readSummary } from '#features/analytics/server/summary.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { reportParts, reportStyle } from './report/report-page.ts';

const app = await openSharedApp();
const analyst = await operatorInside(app, 'analyst');
/** The clock stands on 21 November 2026. */
const DAY = '2026-11-20';

const visits = (query = '') => analyst.get(`${VISITS_VIEW}${query}`);

test('nobody was counted: the page says so', async () => {
  expect((await visits()).text).toContain('Nobody was counted in this time');
});

test('the page has the charts and tables of the report, with what strangers chose escaped', async () => {
  const { db } = app;
  const device = 'phone';
  await db.insertInto('page_views').values({ day: DAY, path: '/', device, views: 12 }).execute();
  await db.insertInto('visitor_sketches').values({ day: DAY, path: '*', sketch: '=7' }).execute();
  await db
    .insertInto('vitals')
    .values({ day: DAY, path: '/', device, metric: 'LCP', histogram: '2a:3' })
    .execute();
  const odd = '<script>alert(1)</script>\u202e';
  for (const [kind, name] of [
    ['missing', `/${odd}`],
    ['referrer', 'news.example.com'],
  ] as const)
    await db.insertInto('visit_details').values({ day: DAY, kind, name, views: 3 }).execute();
  const { text } = await visits();
  const summary = await readSummary(db, { first: '2026-10-25', last: '2026-11-21' });
  expect(text).toContain(reportParts(summary).markup);
  for (const words of [
    '20 Nov 2026: 12 views, 7 visitors',
    'Largest part painted',
    'news.example.com',
    'Not found',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/<script>|\u202e/);
});

test('nothing on the page needs what its policy refuses: a style or a handler in the markup', async () => {
  const { text, headers } = await visits();
  expect(headers.get('content-security-policy')).toContain("style-src 'self';");
  expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src=)/i);
  expect((await analyst.get(CONSOLE.style)).text).toContain(reportStyle());
});

test.each([
  ['', '25 Oct 2026 to 21 Nov 2026'],
  ['?from=2026-11-01&to=2026-11-03', '1 Nov 2026 to 3 Nov 2026'],
  ['?from=2026-11-20', '20 Nov 2026 to 21 Nov 2026'],
  ['?to=2026-01-28', '1 Jan 2026 to 28 Jan 2026'],
])('asked for “%s”, it tells of %s', async (query, period) => {
  const { status, text } = await visits(query);
  expect([status, text.includes(`<p class="text-lead">${period}</p>`)]).toEqual([200, true]);
});

test.each([
  ['?from=2026-02-30', '“2026-02-30” is no day like 2026-11-21.'],
  ['?from=%3Cb%3E', '“&lt;b&gt;” is no day like'],
  ['?from=2026-02-02&to=2026-02-01', '2026-02-02 comes after 2026-02-01.'],
  ['?from=1999-01-01', 'A report tells of at most 3660 days.'],
])('%s is refused in words, with the form to choose again', async (query, words) => {
  const { status, text } = await visits(query);
  expect([status, text.includes(words), text.includes('name="from"')]).toEqual([422, true, true]);
});
