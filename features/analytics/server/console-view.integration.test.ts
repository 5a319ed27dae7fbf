import { expect, test } from 'vitest';
import { OTHER_PATH, VISITS_CSV, VISITS_VIEW } from '#features/analytics/contract.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { insertRow } from '#server/database/rows.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { reportStyle } from './report/report-page.ts';

const app = await openTestApp();
const analyst = await operatorInside(app, 'analyst');
/** The day before the date of the test clock, which is 21 November 2026. */
const DAY = '2026-11-20';

const visits = (query = '') => analyst.get(`${VISITS_VIEW}${query}`);

test('the visits page shows the charts and tables of the report, and escapes text that strangers chose', async () => {
  const { db } = app;
  const device = 'phone';
  await insertRow(db, 'page_views', { day: DAY, path: '/', device, views: 12 });
  await insertRow(db, 'visitor_sketches', { day: DAY, path: '*', sketch: '=7' });
  await insertRow(db, 'vitals', { day: DAY, path: '/', device, metric: 'LCP', histogram: '2a:3' });
  const odd = '<script>alert(1)</script>\u202e';
  for (const [kind, name] of [
    ['missing', `/${odd}`],
    ['referrer', 'news.example.com'],
    ['campaign', 'newsletter'],
    ['country', 'IN'],
    ['country', OTHER_PATH],
  ] as const)
    await insertRow(db, 'visit_details', { day: DAY, kind, name, views: 3 });
  const { text } = await visits();
  const expected = [
    '20 Nov 2026: 12 views, 7 visitors',
    'Main content visible',
    'Not found',
    'news.example.com',
    'newsletter',
    'India',
  ];
  for (const words of expected) expect(text).toContain(words);
  expect(text).not.toMatch(/<script>|\u202e/);
});

test('the visits page has no inline style, script or event handler, which its Content-Security-Policy would block', async () => {
  const { text, headers } = await visits();
  expect(headers.get('content-security-policy')).toContain("style-src 'self';");
  expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src=)/i);
  expect((await analyst.get(CONSOLE.style)).text).toContain(reportStyle());
});

const shown = (period: string) => `<p class="text-lead">${period}</p>`;
const refused = (words: string) => `<p class="field-problem" id="to-wrong">${words}</p>`;

test.each([
  ['', 200, shown('25 Oct 2026 to 21 Nov 2026')],
  ['?from=2026-11-01&to=2026-11-03', 200, shown('1 Nov 2026 to 3 Nov 2026')],
  ['?from=2026-11-20', 200, shown('20 Nov 2026 to 21 Nov 2026')],
  ['?to=2026-01-28', 200, shown('1 Jan 2026 to 28 Jan 2026')],
  ['?from=2026-02-02&to=2026-02-01', 422, refused('02/02/2026 comes after 01/02/2026.')],
  ['?from=1999-01-01', 422, refused('A report covers at most 3,660 days.')],
])('for the query “%s”, the visits page answers %i with: %s', async (query, code, words) => {
  const { status, text } = await visits(query);
  expect(status).toBe(code);
  expect(text).toContain(words);
});

test('a wrong start date stays in its field with an error, and the visits page shows the usual days up to the end date', async () => {
  const { text } = await visits('?from=%3Cb%3E&to=2026-11-03');
  expect(text).toMatch(/name="from" value="&lt;b&gt;"[^>]* aria-invalid="true"/);
  expect(text).toContain('7 Oct 2026 to 3 Nov 2026');
});

test('the visits report compares goals with the period before, and its CSV lists goals, campaigns and countries by day', async () => {
  const { db } = app;
  let joined = 0;
  const join = (day: string) => {
    const id = `g${++joined}`;
    const joinedAt = { asked_at: day, confirmed_at: `${day}T10:00:00.000Z` };
    return insertRow(db, 'launch_list', { id, email: `${id}@example.com`, told_at: null, ...joinedAt });
  };
  for (const day of ['2026-11-19', '2026-11-20', '2026-11-20']) await join(day);
  await insertRow(db, 'page_views', { day: '2026-11-19', path: '/', device: 'tablet', views: 6 });
  const { text } = await visits('?from=20/11/2026&to=20/11/2026');
  expect(text).toMatch(/Joined the launch list<\/th><td>2<\/td><td>[^<]*<\/td><td>100 % more than before/);
  const { text: days, headers } = await analyst.get(`${VISITS_CSV}?from=2026-11-19&to=2026-11-20`);
  expect(headers.get('content-disposition')).toBe('attachment; filename="visits-2026-11-19-2026-11-20.csv"');
  const refused = await analyst.get(`${VISITS_CSV}?from=2026-02-30`);
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining(`<a href="${VISITS_VIEW}" aria-current="page">`),
  ]);
  // With the attribute `download`, a browser would save the page that asks for a sign-in or a proof.
  expect(text).toContain(`${VISITS_CSV}?from=2026-11-20&amp;to=2026-11-20">Download`);
  const [titles = '', ...rows] = days.trim().split('\r\n');
  const rowsOf = (title: string) => {
    const at = titles.split(',').indexOf(`"${title}"`);
    return rows.map((row) => row.split(',')).map((row) => `${row[0]} ${row[at]}`);
  };
  expect(rowsOf('Joined the launch list')).toEqual(['"2026-11-19" "1"', '"2026-11-20" "2"']);
  for (const title of ['Campaign: newsletter', 'Country: India'])
    expect(rowsOf(title)).toEqual(['"2026-11-19" "0"', '"2026-11-20" "3"']);
  for (let more = 0; more < 8; more++) await join('2026-11-20');
  const crowded = (await visits('?from=20/11/2026&to=20/11/2026')).text;
  expect(crowded).toContain('Joined the launch list</th><td>10</td><td>–</td>');
});
