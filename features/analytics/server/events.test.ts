import { describe, expect, test } from 'vitest';
import { EVENT_LIMITS } from '#features/analytics/contract.ts';
import { siteFile } from '#server/site/site.ts';
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

const file = (isPage: boolean) => siteFile({ isPage, headers: {}, plain: Buffer.from('') });
const page = file(true);
const knownPage = createKnownPages({
  files: new Map([
    ['/', page],
    ['/home', page],
    ['/about', page],
    ['/blog/the-first-token', page],
    ['/blog/feed.xml', file(false)],
    ['/assets/home-abc.js', file(false)],
  ]),
  notFound: page,
});

test.each([
  ['/', '/'],
  ['/home', '/home'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/about?from=mail&token=SECRET', '/about'],
  ['/about#team', '/about'],
  ['/?x', '/'],
  ['//', '/'],
  ['/blog/the-first-token/', '/blog/the-first-token'],
])('a view of %s counts for the page %s', (path, known) => {
  expect(knownPage(path)).toBe(known);
});

test.each([
  '/no/such/page',
  '/not-found',
  '/blog/feed.xml',
  '/assets/home-abc.js',
  '/%61bout',
  '/*',
  '/__proto__',
  '/asha@example.com',
])('the path %s counts as no page of the site', (path) => {
  expect(knownPage(path)).toBe('other');
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

const view = (path: string) => ({ kind: 'view', path });
const vital = (metric: string, value: unknown) => ({ kind: 'vital', path: '/', metric, value });

test.each([
  ['no events', []],
  ['too many events', Array(EVENT_LIMITS.perBatch + 1).fill(view('/'))],
  ['an event of an unknown kind', [view('/'), { kind: 'click', path: '/' }]],
  ['an event that is not an object', [view('/'), null]],
  ['an event without a path', [{ kind: 'view' }]],
  ['a path without a slash', [view('about')]],
  ['a long path', [view(`/${'x'.repeat(EVENT_LIMITS.pathMax)}`)]],
  ['an unknown metric', [vital('FID', 3)]],
  ['the metric name “__proto__”', [vital('__proto__', 3)]],
  ['a value that is text', [vital('LCP', '3')]],
  ['a negative value', [vital('LCP', -1)]],
  ['a huge value', [vital('LCP', EVENT_LIMITS.valueMax + 1)]],
  ['an infinite value', [vital('LCP', Number.POSITIVE_INFINITY)]],
])('a batch with %s is not valid', (_, events) => {
  expect(eventBatch.safeParse({ events }).success).toBe(false);
});

const OWN = ['www.tuesday.dev', 'tuesday.dev'];

test.each([
  ['news.example.com', 'news.example.com'],
  ['News.Example.COM', 'news.example.com'],
  ['com.google.android.gm', 'com.google.android.gm'],
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  // No host is counted for the site itself, an address, a name inside a network, and what is no host.
  [undefined, undefined],
  ['www.tuesday.dev', undefined],
  ['Tuesday.dev', undefined],
  ['192.0.2.1', undefined],
  ['[2001:db8::1]', undefined],
  ['intranet', undefined],
  ['https://news.example.com/a?b', undefined],
  ['asha@example.com', undefined],
  [`${'a.'.repeat(120)}com`, undefined],
  ['', undefined],
])('the referrer %s is counted for the host %s', (sent, host) => {
  expect(referrerHost(sent, OWN)).toBe(host);
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

test('a user agent of a common browser is counted, also with the Do Not Track and GPC headers set to 0', () => {
  expect(isCounted({ 'user-agent': CHROME })).toBe(true);
  expect(isCounted({ 'user-agent': CHROME, dnt: '0', 'sec-gpc': '0' })).toBe(true);
});

test.each([
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
])('[P-044] a request with %s is not counted', (_, wish) => {
  expect(isCounted({ 'user-agent': CHROME, ...wish })).toBe(false);
});

test.each([
  ['missing', undefined],
  ['empty', ''],
  ['Google', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a language model', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2'],
  ['a headless browser', CHROME.replace('Chrome/', 'HeadlessChrome/')],
  ['curl', 'curl/8.5.0'],
])('a request is not counted if its user agent is that of a program or empty: %s', (_, userAgent) => {
  expect(isCounted({ 'user-agent': userAgent })).toBe(false);
});

describe('the kind of device of a visitor', () => {
  test.each([
    ['desktop', CHROME],
    [
      'phone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    ],
    ['phone', `${ANDROID} Mobile Safari/537.36`],
    ['tablet', `${ANDROID} Safari/537.36`],
    [
      'tablet',
      'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Mobile/15E148 Safari/604.1',
    ],
  ])('is %s for the user agent %s', (device, userAgent) => {
    expect(deviceOf({ 'user-agent': userAgent })).toBe(device);
  });

  test('is taken from the client hint for mobile if the user agent names none', () => {
    expect(deviceOf({ 'user-agent': CHROME, 'sec-ch-ua-mobile': '?1' })).toBe('phone');
    expect(deviceOf({ 'user-agent': CHROME, 'sec-ch-ua-mobile': '?0' })).toBe('desktop');
  });
});

test.each([
  ['Newsletter', 'newsletter'],
  ['diwali-2026', 'diwali-2026'],
  ['asha@example.com', undefined],
  ['customer12345', undefined],
  ['9876543210', undefined],
  ['a'.repeat(41), undefined],
  ['', undefined],
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
  ['*', undefined],
  [undefined, undefined],
])('the languages %s name the country %s', (languages, country) => {
  expect(countryOf({ 'accept-language': languages })).toBe(country);
});
