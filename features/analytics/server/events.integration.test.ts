import { beforeEach, expect, test, vi } from 'vitest';
import { BODY_LIMITS } from '#contract/limits.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { visitCounterOf } from '#features/analytics/server/visit-counter.ts';
import { openVisitedSite, UA } from '#server/testing/visited-site.ts';
import { dayOf } from '#server/time.ts';

const site = await openVisitedSite();
beforeEach(() => site.empty());

const view = (path: string) => ({ kind: 'view', path });
const vital = (metric: string, value: unknown, path = '/') => ({ kind: 'vital', path, metric, value });
const batch = (...events: unknown[]) => ({ events });
const today = () => dayOf(site.app.deps.clock());

test('[P-040] page views and web vitals of a visitor are stored only as sums per day, page and device', async () => {
  const answer = await site
    .visitor(UA.desktop)
    .post(
      EVENTS,
      batch(view('/'), view('/about/?a=b#c'), view('/about'), vital('LCP', 1_234.5), vital('CLS', 0)),
    );
  expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([202, '', 'no-store']);
  expect(answer.headers.getSetCookie()).toEqual([]);
  const day = today();
  expect(await site.stored()).toEqual({
    page_views: [
      { day, path: '/', device: 'desktop', views: 1 },
      { day, path: '/about', device: 'desktop', views: 2 },
    ],
    vitals: [
      { day, path: '/', device: 'desktop', metric: 'CLS', histogram: '0:1' },
      { day, path: '/', device: 'desktop', metric: 'LCP', histogram: expect.stringMatching(/^\w\w:1$/) },
    ],
    visitors: { '*': 1, '/': 1, '/about': 1 },
  });
});

test('[P-041] paths of missing pages, referring hosts, campaigns and countries are stored only as sums of the day', async () => {
  const cameFrom = (path: string, referrer: string) => ({ ...view(path), referrer });
  const visitors = [site.visitor(UA.desktop), site.visitor(UA.phone)];
  for (const visitor of visitors)
    await visitor.post(
      EVENTS,
      batch(
        cameFrom('/gone?token=SECRET', 'news.example.com'),
        view('/gone'),
        vital('LCP', 3, '/gone/vital'),
      ),
    );
  await visitors[0]?.post(
    EVENTS,
    batch(cameFrom('/', 'site.localhost'), { ...cameFrom('/about', '192.0.2.1'), campaign: 'Newsletter' }),
    { 'accept-language': 'en-IN,en;q=0.9' },
  );
  await visitors[0]?.post(EVENTS, batch(cameFrom('/lost', 'other.example.com')), { dnt: '1' });
  await site.stored();
  const day = today();
  expect(await site.app.db.selectFrom('visit_details').selectAll().orderBy('kind').execute()).toEqual([
    { day, kind: 'campaign', name: 'newsletter', views: 1 },
    { day, kind: 'country', name: 'IN', views: 2 },
    { day, kind: 'missing', name: '/gone', views: 4 },
    { day, kind: 'referrer', name: 'news.example.com', views: 2 },
  ]);
});

test('[A-47] sending a batch repeatedly increases its counts but adds no rows to the database', async () => {
  const visitor = site.visitor(UA.desktop);
  for (let sent = 0; sent < 30; sent++) await visitor.post(EVENTS, batch(view('/'), vital('LCP', 800)));
  const { page_views, vitals, visitors } = await site.stored();
  expect([page_views.length, page_views[0]?.views, vitals.length]).toEqual([1, 30, 1]);
  expect(visitors).toEqual({ '*': 1, '/': 1 });
});

const HERE = '2001:db8:1:2::1';

test.each([
  ['uses another browser', UA.phone, HERE, 2],
  ['moves within the same /64 network', UA.desktop, '2001:db8:1:2:f::9', 1],
])(
  'only another network or kind of browser counts as another visitor: one who %s',
  async (_, browser, address, visitors) => {
    await site.visitor(UA.desktop, HERE).post(EVENTS, batch(view('/')));
    await site.visitor(browser, address).post(EVENTS, batch(view('/')));
    expect((await site.stored()).visitors['*']).toBe(visitors);
  },
);

test('page views from one IP address are limited to 120 a minute, however few batches they come in', async () => {
  const limited = await openVisitedSite({ RATE_LIMIT_SCALE: '1' });
  const visitor = limited.visitor(UA.desktop);
  const statuses: number[] = [];
  for (let at = 0; at < 4; at++)
    statuses.push((await visitor.post(EVENTS, batch(...Array(40).fill(view('/'))))).status);
  expect(statuses).toEqual([202, 202, 202, 429]);
  expect((await limited.stored()).page_views[0]?.views).toBe(120);
});

test.each([
  ['Do Not Track', { dnt: '1' }],
  ['the user agent of a bot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
])('a visitor with %s gets the usual answer, and nothing is stored', async (_, headers) => {
  const counted = await site.visitor(UA.desktop).post(EVENTS, batch(view('/')));
  await visitCounterOf(site.app.deps).flush();
  await site.empty();
  const count = vi.spyOn(visitCounterOf(site.app.deps), 'count');
  const answer = await site.visitor(UA.desktop).post(EVENTS, batch(view('/'), vital('LCP', 5)), headers);
  const shape = ({ status, text, headers: own }: typeof answer) => [status, text, [...own.keys()]];
  expect(shape(answer)).toEqual(shape(counted));
  expect(count).not.toHaveBeenCalled();
  expect(await site.stored()).toEqual({ page_views: [], vitals: [], visitors: {} });
  const salts = await site.app.db.selectFrom('analytics_salts').select('day').execute();
  expect(salts, 'no salt is made for them').toEqual([]);
  expect((await site.visitor(UA.desktop).post(EVENTS, batch(), headers)).json.code).toBe('FIELDS_NOT_VALID');
});

test('a batch that is too large or has one event that is not valid is refused as a whole', async () => {
  const visitor = site.visitor(UA.desktop);
  const large = await visitor.post(EVENTS, { ...batch(view('/')), more: 'x'.repeat(BODY_LIMITS.events) });
  expect([large.status, large.json.code]).toEqual([413, 'BODY_TOO_LARGE']);
  const odd = await visitor.post(EVENTS, batch(view('/'), view('about')));
  expect([odd.status, odd.json.fields]).toEqual([
    422,
    [{ field: 'events', message: 'A path starts with a slash.' }],
  ]);
  expect(await site.stored()).toEqual({ page_views: [], vitals: [], visitors: {} });
});

test('an IP address may send 60 batches a minute; batches of visitors who must not be counted do not use up the limit', async () => {
  const strict = await openVisitedSite({ RATE_LIMIT_SCALE: '0.1' });
  const visitor = strict.visitor(UA.desktop);
  for (let i = 0; i < 9; i++) await visitor.post(EVENTS, batch(view('/')), { dnt: '1' });
  const statuses = [];
  for (let i = 0; i < 7; i++) statuses.push((await visitor.post(EVENTS, batch(view('/')))).status);
  expect(statuses).toEqual([...Array(6).fill(202), 429]);
  expect((await strict.visitor(UA.desktop).post(EVENTS, batch(view('/')))).status).toBe(202);
  expect((await strict.stored()).page_views[0]?.views).toBe(7);
});

test('[P-023] neither the log nor the database holds a visitor’s IP address or browser, or a hash of them', async () => {
  const ip = '203.0.113.77';
  const before = site.app.logLines().length;
  const visitor = site.visitor(UA.phone, ip);
  await visitor.post(EVENTS, batch(view('/'), view('/asha@example.com?token=SECRET'), vital('LCP', 3)));
  await visitor.post(EVENTS, batch(view('nonsense')));
  await visitor.post(EVENTS, batch(view('/')), { dnt: '1' });
  await visitCounterOf(site.app.deps).flush();
  const lines = site.app.logLines().slice(before);
  expect(lines.map((line) => JSON.parse(line).route)).toEqual([EVENTS, EVENTS, EVENTS]);
  const tables = await Promise.all(
    (['page_views', 'vitals', 'visitor_sketches', 'visit_details', 'analytics_salts'] as const).map((table) =>
      site.app.db.selectFrom(table).selectAll().execute(),
    ),
  );
  expect(lines.join('') + JSON.stringify(tables)).not.toMatch(/203\.0\.113|iPhone|Mozilla|asha|SECRET/);
});
