import { expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { newAddress, PASSWORD } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { createAllowedOrigins } from './origin.ts';

const SECURE = { SITE_ORIGIN: 'https://localhost:3443', TRUSTED_PROXIES: '198.51.100.0/24' };
const IN_THE_CLEAR = { 'x-forwarded-proto': 'http' };

const app = await openTestApp(SECURE);

test.each(['/about?from=mail', '/a%0d%0aset-cookie:x=1', `${pathFor(SOCIAL_API.start, 'google')}?event=x`])(
  '[V4.1.2] a request over http for %s is redirected to the same path of the site over https',
  async (path) => {
    const named = { ...IN_THE_CLEAR, host: 'evil.example' };
    const { status, headers } = await app.browser('http://evil.example').get(path, named);
    expect([status, headers.get('location')]).toEqual([308, `https://localhost:3443${path}`]);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test.each([ACCOUNT_API.session, AUTH_API.jwks, pathFor(PRODUCT_API.user, 'x')])(
  '[V4.1.2-3] an API call to %s over http is refused, not redirected, so that a program stops sending secrets',
  async (path) => {
    const { status, headers, json } = await app.browser().get(path, IN_THE_CLEAR);
    expect([status, json.code, headers.get('location')]).toEqual([403, 'HTTPS_ONLY', null]);
  },
);

test.each([ACCOUNT_API.signUp, pathFor(FORMS_API.submit, 'contact'), pathFor(SOCIAL_API.start, 'google')])(
  '[V4.1.2-2] a write to %s over http is refused, and changes nothing',
  async (path) => {
    const [browser, email] = [app.browser(), newAddress()];
    const answer = await browser.post(path, { email, password: PASSWORD }, IN_THE_CLEAR);
    expect([answer.status, answer.json.code]).toEqual([403, 'HTTPS_ONLY']);
    expect(browser.cookies.size).toBe(0);
    expect(await app.mailsTo(email)).toEqual([]);
  },
);

test.each([
  ['came over https', SECURE, { 'x-forwarded-proto': 'https' }],
  ['came through a proxy that sends no X-Forwarded-Proto', SECURE, {}],
  ['is not a trusted proxy', { SITE_ORIGIN: SECURE.SITE_ORIGIN }, IN_THE_CLEAR],
  ['visits a site without https', { TRUSTED_PROXIES: SECURE.TRUSTED_PROXIES }, IN_THE_CLEAR],
])('a caller who %s is answered without a redirect to https', async (_, env, headers) => {
  const site = await openTestApp(env);
  expect((await site.browser().get('/', headers)).status).toBe(200);
});

const ONE_PROXY = '203.0.113.9';
const TWO_PROXIES = `${ONE_PROXY}, 198.51.100.250`;

test.each([
  ['the only proxy adds https to a forged value', ONE_PROXY, 'http, https', 200],
  ['the only proxy adds http to a forged value', ONE_PROXY, 'https, http', 308],
  ['https to the first of two proxies, http between them', TWO_PROXIES, 'https, http', 200],
  ['http to the first of two proxies, https between them', TWO_PROXIES, 'http, https', 308],
  ['a forged value in front of those of two proxies', TWO_PROXIES, 'http, https, https', 200],
])(
  'of several X-Forwarded-Proto values, the one from the trusted proxy nearest to the visitor counts: %s',
  async (_, hops, said, status) => {
    const headers = { 'x-forwarded-for': hops, 'x-forwarded-proto': said };
    expect((await app.browser().get('/', headers)).status).toBe(status);
  },
);

test('pages of the site’s domains may send writes: on a public site over https, on a developer’s machine under all names of the machine', () => {
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
