import { expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, routesOf, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createAllowedOrigins } from './origin.ts';

/** These tests check what another site can make a visitor’s browser send (docs/product.md, "Security rules"). */
const app = await openTestApp();

const KEY = DEFAULT_PUBLIC_SETTINGS.apiKey;

/** The requests of these tests change nothing, so all of them can be sent from the browser of the same person. */
const { browser, record } = await signedInPerson(app);
const routes = await routesOf(app.deps);
const WRITES = routes
  .filter(({ method, path }) => !['GET', 'OPTIONS'].includes(method) && path.startsWith('/api/'))
  .map(({ method, path }) => ({ method, pattern: path, path: path.replace(/:\w+/g, record.id) }));

const FROM_ELSEWHERE: readonly [string, Readonly<Record<string, string>>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['a page without an origin (sandbox, file, data:)', { origin: 'null' }],
  ['a page without an origin, of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a page without an origin, opened by its user', { origin: 'null', 'sec-fetch-site': 'none' }],
  [
    'a page without an origin, under a host name that is not ours',
    { origin: 'null', 'sec-fetch-site': 'same-origin', host: 'rebound.example' },
  ],
  ['not given', {}],
  ['not given, although the browser says that the page is ours', { 'sec-fetch-site': 'same-origin' }],
];

test.each(FROM_ELSEWHERE)(
  '[V3.4.2] every write request with a session cookie is refused if its origin is: %s',
  async (_, headers) => {
    expect(WRITES.length).toBeGreaterThan(10);
    for (const { method, path } of WRITES) {
      const body = JSON.stringify({ name: 'Mallory', email: record.email, password: PASSWORD });
      const init = { method, body, headers: { 'content-type': 'application/json', ...headers } };
      const answer = await browser.send(path, init);
      expect([answer.status, answer.json.code], `${method} ${path}`).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const still = await browser.get(pathFor(PRODUCT_API.user, record.id));
    expect([still.status, still.json.data.name]).toEqual([200, record.name]);
  },
);

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of another host of our site', { 'sec-fetch-site': 'same-site' }, 403],
  ['a program', {}, 401],
  ['a browser on its user’s own action', { 'sec-fetch-site': 'none' }, 401],
  ['our own page', { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' }, 401],
] as const)(
  '[V3.5.1] a sign-in without a session cookie gets 403 only from a page of another origin; here it is sent by %s',
  async (_, headers, status) => {
    const body = JSON.stringify({ email: newAddress(), password: PASSWORD });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    expect((await app.browser().send(ACCOUNT_API.signIn, init)).status).toBe(status);
  },
);

test.each([
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ...['text/json', 'application/jsonp', ''],
])(
  '[V3.5.2] JSON is refused with any content type but application/json, even from our own page: %s',
  async (type) => {
    const headers = { origin: TEST_ORIGIN, 'content-type': type, 'x-api-key': KEY };
    const init = { method: 'POST', body: '{"name":"Mallory"}', headers };
    expect([401, 415]).toContain((await browser.send(PRODUCT_API.saveUser, init)).status);
    const saved = await browser.get(pathFor(PRODUCT_API.user, record.id));
    expect(saved.json.data.name).toBe(record.name);
  },
);

test('[V3.5.3] GET and HEAD requests to a path for writes change nothing, and are refused unless the path can also be read', async () => {
  const readable = routes.flatMap(({ method, path }) => (method === 'GET' ? path : []));
  for (const { pattern, path } of WRITES)
    for (const method of ['GET', 'HEAD']) {
      const { status } = await browser.send(path, { method, headers: { 'x-api-key': KEY } });
      if (!readable.includes(pattern)) expect([404, 405], `${method} ${path}`).toContain(status);
    }
  expect((await browser.get(ACCOUNT_API.session)).json.data).not.toBeNull();
});

test('a write from our own page is accepted with `Origin: null`, which the policy `no-referrer` causes', async () => {
  const person = await signedInPerson(app);
  const headers = { origin: 'null', 'sec-fetch-site': 'same-origin', 'x-api-key': KEY };
  const path = pathFor(PRODUCT_API.saveUserById, person.record.id);
  const saved = await person.browser.post(path, { name: 'Asha' }, headers);
  expect([saved.status, saved.json.data.name]).toEqual([200, 'Asha']);
});

const SECURE = { SITE_ORIGIN: 'https://localhost:3443', TRUSTED_PROXIES: '198.51.100.0/24' };
const said = (schemes: string) => ({ 'x-forwarded-proto': schemes });
const IN_THE_CLEAR = said('http');

const secure = await openTestApp(SECURE);

test.each(['/about?from=mail', '/a%0d%0aset-cookie:x=1', `${pathFor(SOCIAL_API.start, 'google')}?event=x`])(
  '[V4.1.2] a request over http for %s is redirected to the same path of the site over https',
  async (path) => {
    const named = { ...IN_THE_CLEAR, host: 'evil.example' };
    const { status, headers } = await secure.browser('http://evil.example').get(path, named);
    expect([status, headers.get('location')]).toEqual([308, `https://localhost:3443${path}`]);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test.each([ACCOUNT_API.session, AUTH_API.jwks, pathFor(PRODUCT_API.user, 'x')])(
  '[V4.1.2-3] an API call to %s over http is refused, not redirected, so that a program stops sending secrets',
  async (path) => {
    const { status, headers, json } = await secure.browser().get(path, IN_THE_CLEAR);
    expect([status, json.code, headers.get('location')]).toEqual([403, 'HTTPS_ONLY', null]);
  },
);

test.each([ACCOUNT_API.signUp, pathFor(FORMS_API.submit, 'contact'), pathFor(SOCIAL_API.start, 'google')])(
  '[V4.1.2-2] a write to %s over http is refused, and changes nothing',
  async (path) => {
    const [browser, email] = [secure.browser(), newAddress()];
    const answer = await browser.post(path, { email, password: PASSWORD }, IN_THE_CLEAR);
    expect([answer.status, answer.json.code]).toEqual([403, 'HTTPS_ONLY']);
    expect(browser.cookies.size).toBe(0);
    expect(await secure.mailsTo(email)).toEqual([]);
  },
);

const untrusting = await openTestApp({ SITE_ORIGIN: SECURE.SITE_ORIGIN });
const withoutHttps = await openTestApp({ TRUSTED_PROXIES: SECURE.TRUSTED_PROXIES });
const ONE_PROXY = { 'x-forwarded-for': '203.0.113.9' };
const TWO_PROXIES = { 'x-forwarded-for': '203.0.113.9, 198.51.100.250' };

test.each([
  ['the visitor came over https', secure, said('https'), 200],
  ['a proxy sends no scheme', secure, {}, 200],
  ['the caller is not a trusted proxy', untrusting, IN_THE_CLEAR, 200],
  ['the site has no https', withoutHttps, IN_THE_CLEAR, 200],
  ['the only proxy adds https to a forged value', secure, { ...ONE_PROXY, ...said('http, https') }, 200],
  ['the only proxy adds http to a forged value', secure, { ...ONE_PROXY, ...said('https, http') }, 308],
  ['https to the first of two proxies, then http', secure, { ...TWO_PROXIES, ...said('https, http') }, 200],
  ['http to the first of two proxies, then https', secure, { ...TWO_PROXIES, ...said('http, https') }, 308],
  ['two proxies add https to a forged value', secure, { ...TWO_PROXIES, ...said('http, https, https') }, 200],
])(
  'the trusted proxy nearest to the visitor decides by X-Forwarded-Proto whether to redirect to https: %s',
  async (_, site, headers, status) => expect((await site.browser().get('/', headers)).status).toBe(status),
);

test('a site accepts writes from https pages of its domains, or on a developer’s machine under all its names', () => {
  const domains = ['www.tuesday.example', 'app.tuesday.example'];
  const allowed = ['https://www.tuesday.example', 'https://app.tuesday.example'];
  const refused = [
    ...['http://www.tuesday.example', 'http://app.tuesday.example', 'https://www.tuesday.example:8443'],
    ...['https://tuesday.example', 'https://www.tuesday.example.evil.example', 'http://localhost'],
    ...['null', '', 'not a url'],
  ];
  const isAllowed = createAllowedOrigins('https://www.tuesday.example', domains);
  expect([...allowed, ...refused].filter(isAllowed)).toEqual(allowed);

  const here = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'];
  const elsewhere = ['http://127.0.0.1:4000', 'http://127.0.0.1.evil.example:3000'];
  const isAllowedHere = createAllowedOrigins('http://localhost:3000', ['localhost']);
  expect([...here, ...elsewhere].filter(isAllowedHere)).toEqual(here);
});
