import { expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, routesOf, TEST_ORIGIN } from '#server/testing/test-app.ts';

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
  '[V3.4.2] every write with a session cookie is refused if its origin is: %s',
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
  '[V3.5.1] a sign-in request without a session cookie, sent by %s, is refused only if another site sent it',
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

test('[V3.5.3] GET and HEAD on a path for writes change nothing, and are refused unless the path can also be read', async () => {
  const readable = routes.flatMap(({ method, path }) => (method === 'GET' ? path : []));
  for (const { pattern, path } of WRITES)
    for (const method of ['GET', 'HEAD']) {
      const { status } = await browser.send(path, { method, headers: { 'x-api-key': KEY } });
      if (!readable.includes(pattern)) expect([404, 405], `${method} ${path}`).toContain(status);
    }
  expect((await browser.get(ACCOUNT_API.session)).json.data).not.toBeNull();
});

test('a write from our own page is accepted with `Origin: null`, which browsers send under the policy `no-referrer`', async () => {
  const person = await signedInPerson(app);
  const headers = { origin: 'null', 'sec-fetch-site': 'same-origin', 'x-api-key': KEY };
  const path = pathFor(PRODUCT_API.saveUserById, person.record.id);
  const saved = await person.browser.post(path, { name: 'Asha' }, headers);
  expect([saved.status, saved.json.data.name]).toEqual([200, 'Asha']);
});
