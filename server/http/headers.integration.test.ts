import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API, pathFor } from '#contract/paths.ts';
import { MAILBOX } from '#features/mailbox/contract.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { FEATURES } from '#server/features.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { loadSite } from '#server/site/site.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, settingsOf } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';
import { siteHeaders } from './security-headers.ts';

/** These tests check the headers that the built site sends with every kind of answer (docs/decisions/0032). */
const ORIGIN = 'https://localhost:3443';
const BUILD = join(import.meta.dirname, '../../build');

const site = await openTestApp({ SITE_ORIGIN: ORIGIN, TRUSTED_PROXIES: '198.51.100.0/24' });
const built = loadSite(
  [join(BUILD, 'site/client'), join(BUILD, 'seo')],
  pageRules(site.deps.settings, site.deps.features),
);
const app = await createApp(createDeps({ ...site.deps, site: built }));
const stranger = createTestClient(app, ORIGIN, '198.51.100.1');
const neighbour = createTestClient(app, ORIGIN, '127.0.0.1');
const newcomer = createTestClient(app, ORIGIN, '198.51.100.2');
const asset =
  [...built.files.keys()].find((path) => path.startsWith('/assets/') && path.endsWith('.js')) ?? '';

const ANSWERS: readonly [string, number, () => ReturnType<TestClient['get']>][] = [
  ['a page', 200, () => stranger.get(PAGES.home)],
  ['a page known already', 304, async () => stranger.get('/', { 'if-none-match': await etagOf('/') })],
  ['a script', 200, () => stranger.get(asset)],
  ['the API', 200, () => stranger.get(ACCOUNT_API.session)],
  ['a refusal of the API', 401, () => stranger.get(AUTH_API.token)],
  ['a cookie', 200, () => stranger.post(ACCOUNT_API.signUp, { email: newAddress(), password: PASSWORD })],
  ['a missing page', 404, () => stranger.get('/nowhere')],
  ['another method', 405, () => stranger.get(ACCOUNT_API.signUp)],
  ['a forged write', 403, () => stranger.post(ACCOUNT_API.signOut, {}, { origin: 'https://evil.example' })],
  ['a redirect', 308, () => stranger.get(`${PAGES.about}/`)],
  ['a redirect to https', 308, () => stranger.get('/', { 'x-forwarded-proto': 'http' })],
  ['a form, refused to a program', 422, () => stranger.post('/f/contact', {})],
  ['a form, refused to a person', 422, () => stranger.post('/f/contact', {}, { accept: 'text/html' })],
  ['the mailbox', 200, () => neighbour.get(MAILBOX.home)],
];
const etagOf = async (path: string) => (await stranger.get(path)).headers.get('etag') ?? '';

test.each(ANSWERS)(
  '[V3.2.1] the response “%s” (status %i) has the security headers that every response needs',
  async (_, status, ask) => {
    const { status: actual, headers } = await ask();
    expect(actual).toBe(status);
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'x-dns-prefetch-control': 'off',
      'x-permitted-cross-domain-policies': 'none',
    });
    const features = headers.get('permissions-policy')?.split(', ') ?? [];
    // Our own pages may use passkeys. All other browser features are forbidden.
    expect(features.filter((feature) => !/^[a-z-]+=\(\)$/.test(feature))).toEqual([
      'publickey-credentials-get=(self)',
    ]);
    expect(features).toEqual(expect.arrayContaining(['camera=()', 'payment=()']));
    for (const talkative of ['server', 'x-powered-by']) expect(headers.get(talkative)).toBeNull();
  },
);

test.each(ANSWERS)(
  '[P-049] the Content-Security-Policy of “%s” (status %i) allows only our own files, and inline code by hash',
  async (_, __, ask) => {
    const [policy = '', ...more] = (await ask()).headers.get('content-security-policy')?.split(', ') ?? [];
    expect(more).toEqual([]);
    const directives = policy.split('; ');
    for (const name of ['default-src', 'base-uri', 'frame-ancestors'])
      expect(directives).toContain(`${name} 'none'`);
    expect(directives).toContainEqual(expect.stringMatching(/^form-action '(self|none)'$/));
    const sources = directives.flatMap(
      (directive) => /^[a-z-]+-src (.*)/.exec(directive)?.[1]?.split(' ') ?? [],
    );
    expect(sources.filter((source) => !/^'(self|none|sha256-[\w+/]{43}=)'$/.test(source))).toEqual([]);
  },
);

test('[V3.2.2] the Content-Security-Policy of pages allows only our own Trusted Types policies, and upgrades requests to https', async () => {
  for (const path of [PAGES.home, PAGES.auth, PAGES.blog, '/nowhere']) {
    const policy = (await stranger.get(path)).headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('trusted-types own-markup default particle-worker');
    expect(policy).toContain('upgrade-insecure-requests');
  }
});

test('[P-136] a new visitor who only reads pages gets no cookie', async () => {
  for (const path of [PAGES.home, PAGES.auth, '/robots.txt', ACCOUNT_API.session, '/nowhere'])
    expect((await newcomer.get(path)).headers.getSetCookie(), path).toEqual([]);
});

test('[P-062] each cookie is bound to this host, sent only over https, and hidden from scripts and other sites', async () => {
  const { email } = await signedInPerson(site);
  const typed = { password: PASSWORD, rememberDevice: true };
  const answers = [
    await stranger.post(ACCOUNT_API.signUp, { email: newAddress(), ...typed }),
    await stranger.post(ACCOUNT_API.signIn, { email, ...typed }),
    await newcomer.post(ACCOUNT_API.signIn, { email, ...typed, rememberDevice: false }),
  ];
  const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
  const names = new Set(cookies.map((cookie) => cookie.split('=')[0]));
  // social-sign-in.integration.test.ts tests the fourth cookie, of a sign-in with a provider.
  expect([...names].sort()).toEqual(['__Host-device', '__Host-pending_verification', '__Host-session']);
  for (const cookie of cookies) {
    const attributes = cookie.toLowerCase().split('; ');
    expect(attributes).toEqual(expect.arrayContaining(['path=/', 'httponly', 'secure', 'samesite=lax']));
    expect(cookie.toLowerCase()).not.toContain('domain=');
  }
});

test('the headers of the provider sign-in allow the pop-up to reach the page that opened it', () => {
  const headersAt = siteHeaders(settingsOf({}), FEATURES);
  const [start, callback] = [pathFor(SOCIAL_API.start, 'google'), pathFor(SOCIAL_API.callback, 'github')];
  for (const path of [start, callback, PAGES.authCallback])
    expect(headersAt(path)['cross-origin-opener-policy'], path).toBe('unsafe-none');
});

test('the HSTS header includes subdomains only if the operator turns this on', () => {
  const settings = { ...settingsOf({}), origin: 'https://www.example.com', hstsSubdomains: true };
  const headers = siteHeaders(settings, FEATURES)(PAGES.home);
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
});
