import { beforeEach, expect, test } from 'vitest';
import { BODY_LIMITS } from '#contract/limits.ts';
import { EVENT_LIMITS, EVENTS } from '#features/analytics/contract.ts';
import { visitCounterOf } from '#features/analytics/server/visit-counter.ts';
import { siteFile } from '#server/site/site.ts';
import { openVisitedSite, UA } from '#server/testing/visited-site.ts';
import { dayOf } from '#server/time.ts';
import {
  campaignName,
  countryOf,
  createKnownPages,
  deviceOf,
  eventBatch,
  isCounted,
  missingPath,
  referrerHost,
} from './events.ts';

const site = await openVisitedSite();
beforeEach(() => site.empty());

const view = (path: string) => ({ kind: 'view', path });
const vital = (metric: string, value: unknown, path = '/') => ({ kind: 'vital', path, metric, value });
const batch = (...events: unknown[]) => ({ events });
const today = () => dayOf(site.app.deps.clock());

test('[P-040] page views and web vitals of a visitor are stored only as sums per day, page and device', async () => {
  const views = [view('/'), view('/about/?a=b#c'), view('/about')];
  const sent = batch(...views, vital('LCP', 1_234.5), vital('CLS', 0));
  const answer = await site.visitor(UA.desktop).post(EVENTS, sent);
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
  const [one, other] = [site.visitor(UA.desktop), site.visitor(UA.phone)];
  const missing = batch(
    cameFrom('/gone?token=SECRET', 'news.example.com'),
    view('/gone'),
    vital('LCP', 3, '/gone/vital'),
  );
  for (const visitor of [one, other]) await visitor.post(EVENTS, missing);
  const fromCampaign = { ...cameFrom('/about', '192.0.2.1'), campaign: 'Newsletter' };
  const inIndia = { 'accept-language': 'en-IN,en;q=0.9' };
  await one.post(EVENTS, batch(cameFrom('/', 'site.localhost'), fromCampaign), inIndia);
  await one.post(EVENTS, batch(cameFrom('/lost', 'other.example.com')), { dnt: '1' });
  await site.stored();
  const day = today();
  expect(await site.app.db.selectFrom('visit_details').selectAll().orderBy('kind').execute()).toEqual([
    { day, kind: 'campaign', name: 'newsletter', views: 1 },
    { day, kind: 'country', name: 'IN', views: 2 },
    { day, kind: 'missing', name: '/gone', views: 4 },
    { day, kind: 'referrer', name: 'news.example.com', views: 2 },
  ]);
});

test('[A-47] the same batch of events sent again increases its counts and adds no database rows', async () => {
  const visitor = site.visitor(UA.desktop);
  for (let sent = 0; sent < 30; sent++) await visitor.post(EVENTS, batch(view('/'), vital('LCP', 800)));
  const { page_views, vitals, visitors } = await site.stored();
  expect([page_views.length, page_views[0]?.views, vitals.length]).toEqual([1, 30, 1]);
  expect(visitors).toEqual({ '*': 1, '/': 1 });
});

test('a visitor with two browsers counts as two, and a visitor who moves within a /64 network counts as one', async () => {
  for (const [browser, address] of [
    [UA.desktop, '2001:db8:1:2::1'],
    [UA.desktop, '2001:db8:1:2:f::9'],
    [UA.phone, '2001:db8:1:2::1'],
  ] as const)
    await site.visitor(browser, address).post(EVENTS, batch(view('/')));
  expect((await site.stored()).visitors['*']).toBe(2);
});

test('an IP address may send 60 batches and 120 page views a minute, not counting visitors who opted out', async () => {
  const limited = await openVisitedSite({ RATE_LIMIT_SCALE: '0.1' });
  const [one, other] = [limited.visitor(UA.desktop), limited.visitor(UA.desktop)];
  for (let sent = 0; sent < 9; sent++) await one.post(EVENTS, batch(view('/')), { dnt: '1' });
  const [byBatch, byView]: [number[], number[]] = [[], []];
  for (let sent = 0; sent < 7; sent++) byBatch.push((await one.post(EVENTS, batch(view('/')))).status);
  for (let sent = 0; sent < 4; sent++)
    byView.push((await other.post(EVENTS, batch(...Array(4).fill(view('/'))))).status);
  expect(byBatch).toEqual([...Array(6).fill(202), 429]);
  expect(byView).toEqual([202, 202, 202, 429]);
  expect((await limited.stored()).page_views[0]?.views).toBe(18);
});

test('a visitor with Do Not Track gets the usual answer, and nothing is stored', async () => {
  const headers = { dnt: '1' };
  const counted = await site.visitor(UA.desktop).post(EVENTS, batch(view('/')));
  await visitCounterOf(site.app.deps).flush();
  await site.empty();
  const answer = await site.visitor(UA.desktop).post(EVENTS, batch(view('/'), vital('LCP', 5)), headers);
  const shape = ({ status, text, headers: own }: typeof answer) => [status, text, [...own.keys()]];
  expect(shape(answer)).toEqual(shape(counted));
  expect(await site.stored()).toEqual({ page_views: [], vitals: [], visitors: {} });
  const salts = await site.app.db.selectFrom('analytics_salts').select('day').execute();
  expect(salts, 'no salt is made for them').toEqual([]);
  expect((await site.visitor(UA.desktop).post(EVENTS, batch(), headers)).json.code).toBe('FIELDS_NOT_VALID');
});

test('a batch of events is refused as a whole if it is too large or if one event is not valid', async () => {
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

const file = (isPage: boolean) => siteFile({ isPage, headers: {}, plain: Buffer.from('') });
const page = file(true);
const knownPage = createKnownPages({
  files: new Map([
    ['/', page],
    ['/about', page],
    ['/blog/the-first-token', page],
    ['/blog/feed.xml', file(false)],
  ]),
  notFound: page,
});

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/about?from=mail&token=SECRET', '/about'],
  ['/about#team', '/about'],
  ['/?x', '/'],
  ['//', '/'],
  ['/blog/the-first-token/', '/blog/the-first-token'],
  ['/not-found', 'other'],
  ['/blog/feed.xml', 'other'],
  ['/%61bout', 'other'],
  ['/*', 'other'],
  ['/__proto__', 'other'],
])('a view of the path %s is counted for the page “%s”', (path, known) => {
  expect(knownPage(path)).toBe(known);
});

test.each([
  ['/no/such/page', '/no/such/page'],
  ['/no/such/page/?q=words&token=SECRET#part', '/no/such/page/'],
  [`/${'long'.repeat(60)}`, `/${'long'.repeat(60)}`.slice(0, 100)],
  ['/asha@example.com/x', '/[address]/x'],
  ['/asha%40example.com', '/[address]'],
  ['/auth/verify/kJ3-aB7_cD9eF1gH5iJ2kL4mN6oP8qR0sT3uV5wX7yZ', '/auth/verify/[random]'],
  ['/a\u0000b\nc\u202ed', '/a?b?c?d'],
  ['/%E0%A4%85', '/%E0%A4%85'],
])('the path %s of a missing page is stored as %s', (sent, kept) => {
  expect(missingPath(sent)).toBe(kept);
});

test.each([
  ['no events', []],
  ['too many events', Array(EVENT_LIMITS.perBatch + 1).fill(view('/'))],
  ['an event of an unknown kind', [view('/'), { kind: 'click', path: '/' }]],
  ['a path without a slash', [view('about')]],
  ['a long path', [view(`/${'x'.repeat(EVENT_LIMITS.pathMax)}`)]],
  ['an unknown metric', [vital('__proto__', 3)]],
  ['a negative value', [vital('LCP', -1)]],
  ['a huge value', [vital('LCP', EVENT_LIMITS.valueMax + 1)]],
])('a batch of events with %s is not valid', (_, events) => {
  expect(eventBatch.safeParse({ events }).success).toBe(false);
});

const OWN = ['www.tuesday.dev', 'tuesday.dev'];

test.each([
  ['news.example.com', 'news.example.com'],
  ['News.Example.COM', 'news.example.com'],
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  // Referrers that are not counted: the site itself, IP addresses, names inside a network, and invalid names.
  [undefined, undefined],
  ['www.tuesday.dev', undefined],
  ['Tuesday.dev', undefined],
  ['192.0.2.1', undefined],
  ['[2001:db8::1]', undefined],
  ['intranet', undefined],
  ['https://news.example.com/a?b', undefined],
  ['asha@example.com', undefined],
  [`${'a.'.repeat(120)}com`, undefined],
])('the referrer %s is counted for the host %s', (sent, host) => {
  expect(referrerHost(sent, OWN)).toBe(host);
});

test.each([
  ['a common browser', true, {}],
  ['a browser whose signals against tracking are off', true, { dnt: '0', 'sec-gpc': '0' }],
  ['a browser with Do Not Track', false, { dnt: '1' }],
  ['a browser with Global Privacy Control', false, { 'sec-gpc': '1' }],
  ['a program without a name', false, { 'user-agent': undefined }],
  ['a program with an empty name', false, { 'user-agent': '' }],
  [
    'Google',
    false,
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ],
  ['a language model', false, { 'user-agent': 'Mozilla/5.0 AppleWebKit/537.36; compatible; GPTBot/1.2' }],
  ['a headless browser', false, { 'user-agent': UA.desktop.replace('Chrome/', 'HeadlessChrome/') }],
  ['curl', false, { 'user-agent': 'curl/8.5.0' }],
])('[P-044] a request of %s is counted: %o', (_, expected, headers) => {
  expect(isCounted({ 'user-agent': UA.desktop, ...headers })).toBe(expected);
});

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

test.each([
  ['desktop', UA.desktop, {}],
  ['phone', UA.phone, {}],
  ['phone', `${ANDROID} Mobile Safari/537.36`, {}],
  ['tablet', `${ANDROID} Safari/537.36`, {}],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1 Mobile/15E148 Safari/604.1', {}],
  ['phone', UA.desktop, { 'sec-ch-ua-mobile': '?1' }],
  ['desktop', UA.desktop, { 'sec-ch-ua-mobile': '?0' }],
])('the kind of device is %s for the user agent %s and the client hints %o', (device, userAgent, hints) => {
  expect(deviceOf({ 'user-agent': userAgent, ...hints })).toBe(device);
});

test.each([
  ['Newsletter', 'newsletter'],
  ['diwali-2026', 'diwali-2026'],
  ['asha@example.com', undefined],
  ['customer12345', undefined],
  ['9876543210', undefined],
  ['a'.repeat(41), undefined],
  [undefined, undefined],
])('the campaign name %s is stored as %s', (sent, kept) => {
  expect(campaignName(sent)).toBe(kept);
});

test.each([
  ['en-IN,en;q=0.9', 'IN'],
  ['zh-Hant-TW', 'TW'],
  ['hi', undefined],
  ['en-QX', undefined],
  ['es-419', undefined],
  [undefined, undefined],
])('the languages “%s” of the Accept-Language header give the country %s', (languages, country) => {
  expect(countryOf({ 'accept-language': languages })).toBe(country);
});
