import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GITHUB_FAULTS } from '#e2e/fakes/github.ts';
import type { GOOGLE_FAULTS } from '#e2e/fakes/google.ts';
import { PROVIDERS, type Provider, type SocialErrorCode } from '#features/social-sign-in/contract.ts';
import { newAddress } from '#server/testing/people.ts';
import {
  goToProvider,
  openSocialSite,
  reportIn,
  socialSignIn,
  startSocial,
  type TypedPerson,
} from '#server/testing/social-site.ts';
import { snapshotTables } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** Checks that each of these sign-ins ends with a refusal, opens no session and leaves the tables unchanged. */
const app = await openSocialSite();

let before: unknown;
let browser: TestClient;
beforeEach(async () => {
  before = await snapshotTables(app.db);
  browser = app.browser();
});
afterEach(async () => {
  expect(await snapshotTables(app.db)).toEqual(before);
  expect(browser.cookies.has('session')).toBe(false);
  expect(app.logLines().filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

const EVENT = 'event-of-this-press';

describe('a provider’s answer', () => {
  const OF_BOTH = {
    'wrong-state': 'invalid-state',
    'another-issuer': 'invalid-provider-answer',
    'server-error': 'provider-unavailable',
    'token-down': 'provider-unavailable',
    'token-nonsense': 'invalid-provider-answer',
  } as const;
  // `undefined`: a sign-in with this fault is not refused. Other tests cover it.
  const GOOGLE: Record<keyof typeof GOOGLE_FAULTS, SocialErrorCode | undefined> = {
    ...OF_BOTH,
    'no-code': 'invalid-provider-answer',
    'wrong-nonce': 'invalid-provider-answer',
    'wrong-audience': 'invalid-provider-answer',
    'wrong-issuer': 'invalid-provider-answer',
    'wrong-signature': 'invalid-provider-answer',
    expired: 'invalid-provider-answer',
    'old-login': undefined,
    'claims-at-userinfo': undefined,
    'userinfo-down': 'provider-unavailable',
  };
  const GITHUB: Record<keyof typeof GITHUB_FAULTS, SocialErrorCode | undefined> = {
    ...OF_BOTH,
    'token-refused': 'invalid-provider-answer',
    'user-down': 'provider-unavailable',
    'user-nonsense': 'invalid-provider-answer',
    'emails-down': 'provider-unavailable',
    'many-emails': undefined,
  };
  const cases = [
    ...Object.entries(GOOGLE).map(([fault, code]) => ['google', fault, code] as const),
    ...Object.entries(GITHUB).map(([fault, code]) => ['github', fault, code] as const),
  ].filter(([, , code]) => code !== undefined);

  test.each(cases)('[V6.8.2] from %s, with “%s”, is reported as %s', async (provider, fault, outcome) => {
    const report = await socialSignIn(browser, provider, { email: newAddress(), name: 'Asha', fault });
    expect(report).toEqual({ event: EVENT, outcome, provider, mode: 'popup' });
  });

  const PEOPLE: readonly [string, SocialErrorCode, TypedPerson][] = [
    ['declines', 'user-cancelled', { cancels: true }],
    ['shares no address', 'email-missing', { email: '', name: 'Asha' }],
    ['has an unverified address', 'unverified-email', { email: 'asha@example.com', isVerified: false }],
    ['has an invalid address', 'invalid-provider-answer', { email: 'asha at example' }],
  ];
  test.each(PROVIDERS.flatMap((provider) => PEOPLE.map((person) => [provider, ...person] as const)))(
    'from %s for a person who %s is reported as %s',
    async (provider, _, outcome, person) => {
      expect((await socialSignIn(browser, provider, person)).outcome).toBe(outcome);
    },
  );

  test.each(['error=no_such_code', 'error=%0aforged', 'code=a&code=b', 'response=a.b.c', ''])(
    'is reported as invalid when its query is “%s”',
    async (answer) => {
      const back = new URLSearchParams((await goToProvider(browser, 'google', {})).split('?')[1]);
      const path = `/api/account/social/google/callback?state=${back.get('state')}&${answer}`;
      expect(reportIn(await browser.get(path)).outcome).toBe('invalid-provider-answer');
    },
  );
});

test.each(PROVIDERS)(
  'a sign-in with %s is refused if the site has no credentials for that provider, or wrong ones',
  async (provider) => {
    const without = await openTestApp();
    const started = await startSocial(without.browser(), provider, { mode: 'redirect' });
    const refused = { outcome: 'operation-not-allowed', provider };
    expect(reportIn(started)).toEqual({ event: EVENT, ...refused, mode: 'redirect' });
    const wrong = await openSocialSite({ GOOGLE_CLIENT_SECRET: 'another', GITHUB_CLIENT_SECRET: 'another' });
    expect(await socialSignIn(wrong.browser(), provider, { email: newAddress() })).toMatchObject(refused);
  },
);

test('a sign-in that fails because the provider is unavailable is logged with the reason', async () => {
  await socialSignIn(browser, 'google', { email: newAddress(), fault: 'token-down' });
  const told = app.logLines().filter((line) => line.includes('"code":"provider-unavailable"'));
  expect(told.at(-1)).toContain('"detail":"status-503"');
});

const person = { email: 'asha@example.com', name: 'Asha' };
/** A page that did not start this sign-in ignores the report. */
const notOurs = (provider: Provider) => ({
  event: EVENT,
  outcome: 'invalid-state',
  provider,
  mode: 'popup',
});

test.each(PROVIDERS)(
  '[V10.1.2] a sign-in with %s that another browser started cannot be completed',
  async (provider) => {
    const back = await goToProvider(app.browser(), provider, person);
    expect(reportIn(await browser.get(back))).toEqual(notOurs(provider));
    await startSocial(browser, provider);
    expect(reportIn(await browser.get(back))).toEqual(notOurs(provider));
  },
);

test('[V10.2.2] a provider’s answer that arrives at another provider’s callback is refused and ends the sign-in (mix-up attack)', async () => {
  const back = await goToProvider(browser, 'github', person);
  const report = reportIn(await browser.get(back.replace('/github/', '/google/')));
  expect(report).toMatchObject({ event: EVENT, outcome: 'invalid-state' });
  expect(browser.cookies.has('social')).toBe(false);
  expect(reportIn(await browser.get(back)).outcome).toBe('invalid-state');
});

test.each(['cross-site', 'same-site'])('[V3.5.3-3] a %s page cannot start a sign-in', async (site) => {
  const answer = await startSocial(browser, 'google', {}, { 'sec-fetch-site': site });
  expect(reportIn(answer)).toEqual({ ...notOurs('google'), event: '' });
  expect(browser.cookies.size).toBe(0);
});

test('[V1.3.6] a sign-in started at a host that is not the site’s is refused, whatever a proxy header says', async () => {
  const forged = { 'x-forwarded-host': 'evil.example.net', forwarded: 'host=evil.example.net' };
  const right = await startSocial(browser, 'google', {}, forged);
  expect(new URL(right.headers.get('location') ?? '').searchParams.get('redirect_uri')).toMatch(
    /^http:\/\/site\.localhost:3000\//,
  );
  const proxied = { 'x-forwarded-host': 'site.test' };
  const answer = await startSocial(app.browser('http://evil.example.net'), 'google', {}, proxied);
  expect(reportIn(answer).outcome).toBe('unauthorized-domain');
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test.each([
  [{ event: 'short' }],
  [{ mode: 'window' as 'popup' }],
  [{ purpose: 'other' as 'deletion' }],
  [{ remember: 'yes' as 'true' }],
])('a sign-in started with the invalid query %o is refused', async (query) => {
  const report = reportIn(await startSocial(browser, 'google', query));
  expect(report).toMatchObject({ event: '', outcome: 'invalid-state' });
});

test.each(PROVIDERS)(
  '[A-42] an authorization code of %s signs in only once, however often it is sent',
  async (provider) => {
    const site = await openSocialSite();
    const [first, thief] = [site.browser(), site.browser()];
    const back = await goToProvider(first, provider, { email: newAddress(), name: 'Asha' });
    thief.cookies.set('social', first.cookies.get('social') ?? '');
    expect(reportIn(await first.get(back)).outcome).toBe('signed-in');
    const after = await snapshotTables(site.db);
    expect(reportIn(await first.get(back)).outcome).toBe('invalid-state');
    // A thief with a copy of the cookie is refused too, because the provider accepts each code once.
    expect(reportIn(await thief.get(back)).outcome).toBe('invalid-provider-answer');
    expect(await snapshotTables(site.db)).toEqual(after);
  },
);
