import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { PAGES, pathFor, SOCIAL_API } from '#contract/paths.ts';
import type { AppEnv } from './app-env.ts';
import { createSecurityHeaders, securityHeaders } from './security-headers.ts';

const app = new Hono<AppEnv>()
  .use(securityHeaders(createSecurityHeaders('https://www.example.com')))
  .get('*', (c) => c.body('page'));
const policyOf = async (path: string) => (await app.request(path)).headers.get('cross-origin-opener-policy');

test('a window that comes back from a provider keeps its link to the page that opened it', async () => {
  for (const path of [
    pathFor(SOCIAL_API.start, 'google'),
    `${pathFor(SOCIAL_API.callback, 'github')}?code=a&state=b`,
    `${PAGES.authCallback}?outcome=signed-in`,
  ])
    expect(await policyOf(path), path).toBe('unsafe-none');
});

test('every other page has a link to none but the windows it opens', async () => {
  for (const path of [PAGES.home, PAGES.auth, PAGES.profile, '/api/account/session', '/api/account/social'])
    expect(await policyOf(path), path).toBe('same-origin-allow-popups');
});

test.each([
  [false, 'payment=()'],
  [true, 'payment=(self "https://js.stripe.com")'],
])('the browser’s payment functions are for a card field alone (%s)', async (takesCards, directive) => {
  const site = new Hono<AppEnv>()
    .use(securityHeaders(createSecurityHeaders('https://www.example.com', takesCards)))
    .get('*', (c) => c.body('page'));
  const policy = (await site.request('/')).headers.get('permissions-policy') ?? '';
  expect(policy.split(', ')).toContain(directive);
});
