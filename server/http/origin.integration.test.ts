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

test.each([
  ['/', '/'],
  ['/about?from=mail', '/about?from=mail'],
  ['/a%0d%0aset-cookie:x=1', '/a%0d%0aset-cookie:x=1'],
  [`${pathFor(SOCIAL_API.start, 'google')}?event=x`, `${pathFor(SOCIAL_API.start, 'google')}?event=x`],
])(
  '[V4.1.2] a request over http for %s is redirected to the site over https with the path %s',
  async (path, kept) => {
    const named = { ...IN_THE_CLEAR, host: 'evil.example' };
    const { status, headers } = await app.browser('http://evil.example').get(path, named);
    expect([status, headers.get('location')]).toEqual([308, `https://localhost:3443${kept}`]);
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
  ['the only proxy says http', ONE_PROXY, 'http', 308],
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

test.each([
  ['https://www.tuesday.example', true],
  ['https://app.tuesday.example', true],
  ['http://www.tuesday.example', false],
  ['http://app.tuesday.example', false],
  ['https://www.tuesday.example:8443', false],
  ['https://tuesday.example', false],
  ['https://www.tuesday.example.evil.example', false],
  ['http://localhost', false],
  ['null', false],
  ['', false],
  ['not a url', false],
])('on a public site, pages of the origin %j may send writes: %s', (origin, allowed) => {
  const isAllowed = createAllowedOrigins('https://www.tuesday.example', [
    'www.tuesday.example',
    'app.tuesday.example',
  ]);
  expect(isAllowed(origin)).toBe(allowed);
});

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://127.0.0.1:4000', false],
  ['http://127.0.0.1.evil.example:3000', false],
])('on a developer’s machine, pages of the origin %j may send writes: %s', (origin, allowed) => {
  expect(createAllowedOrigins('http://localhost:3000', ['localhost'])(origin)).toBe(allowed);
});
