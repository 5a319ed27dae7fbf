import { describe, expect, test } from 'vitest';
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
  ['a host name that only begins like ours', { origin: `${TEST_ORIGIN}.evil.example` }],
  ['our host name with another scheme', { origin: 'https://site.localhost:3000' }],
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

describe('a sign-in request without a session cookie', () => {
  const signIn = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ email: newAddress(), password: PASSWORD });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    return (await app.browser().send(ACCOUNT_API.signIn, init)).status;
  };

  test.each(['cross-site', 'same-site'])(
    '[V3.5.1] is refused when it is sent by a page that is %s',
    async (site) => {
      expect(await signIn({ 'sec-fetch-site': site })).toBe(403);
    },
  );

  test.each([
    ['a program', {}],
    ['a browser on its user’s own action', { 'sec-fetch-site': 'none' }],
    ['our own page', { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' }],
  ])('is accepted when it is sent by %s', async (_, headers) =>
    expect(await signIn(headers as Record<string, string>)).toBe(401),
  );
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  'application/jsonp',
  '',
])(
  '[V3.5.2] JSON is refused with any content type but application/json, even from our own page: %s',
  async (type) => {
    const init = { method: 'POST', body: '{"name":"Mallory"}' };
    const headers = { origin: TEST_ORIGIN, 'content-type': type, 'x-api-key': KEY };
    const answer = await browser.send(PRODUCT_API.saveUser, { ...init, headers });
    expect([401, 415]).toContain(answer.status);
    const saved = await browser.get(pathFor(PRODUCT_API.user, record.id));
    expect(saved.json.data.name).toBe(record.name);
  },
);

test('[V3.5.3] GET and HEAD on a path for writes change nothing, and are refused unless the path can also be read', async () => {
  const readable = routes.filter(({ method }) => method === 'GET');
  for (const { pattern, path } of WRITES) {
    const isRead = readable.some((route) => route.path === pattern);
    for (const reading of ['GET', 'HEAD']) {
      const { status } = await browser.send(path, { method: reading, headers: { 'x-api-key': KEY } });
      if (!isRead) expect([404, 405], `${reading} ${path}`).toContain(status);
    }
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
